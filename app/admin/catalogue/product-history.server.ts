import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { readStaffProduct } from '../../catalogue/for-staff/read-products.server.ts';
import type { FieldError } from '../../foundation/http/problem.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { listStockMovements } from '../../stock/stock.server.ts';
import { auditLog } from '../tables.server.ts';
import { type ProductHistory, stockReasons } from './contract.ts';
import { partNames } from './product-record.ts';

const Texts = z.record(z.string(), z.unknown()).catch({});
const Stock = z.object({ size: z.string().nullable(), change: z.number(), reason: z.string() });

const shownEntries = 60;

/** Lists the staff's changes to a product and its stock movements, newest first. @throws NoSuchProduct (404) */
export async function readProductHistory(shop: Shop, id: string): Promise<ProductHistory['entries']> {
  const product = await readStaffProduct(shop, id);
  const actions = await selectActions(shop, product.id).orderBy(desc(auditLog.id)).limit(shownEntries);
  const label = new Map(product.sizes.map((size) => [size.id, size.label]));
  const movements = await listStockMovements(shop, [...label.keys()], shownEntries);
  const byStaff: readonly string[] = stockReasons;
  const moved = movements
    // Leave out stock changes by staff, because `actions` contains them with the staff member's email address.
    .filter(({ reason, reference }) => reference !== null || !byStaff.includes(reason))
    .map(({ id: movementId, at, change, reason, reference, variantId }) => ({
      id: movementId,
      at,
      author: null,
      text: `${inStock(change, label.get(variantId))}: ${reasonTexts[reason] ?? reason}${reference ? `, order ${reference}` : ''}`,
    }));
  const done = actions.map(({ id: entryId, at, email, action, before, after }) => ({
    id: String(entryId),
    at,
    author: email,
    text: textOf(action, before, after),
  }));
  return [...done, ...moved]
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())
    .slice(0, shownEntries)
    .map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
}

const selectActions = ({ db }: Shop, id: string, also?: SQL) =>
  db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectKind, 'product'), eq(auditLog.subjectId, id), also));

/** Texts that the product history shows for some reasons of stock changes. The other reasons are shown as stored. */
const reasonTexts: Readonly<Record<string, string>> = {
  'counted anew': 'stock counted again',
  'new pieces came in': 'new stock arrived',
};

const inStock = (change: number, size: string | null | undefined) =>
  `${change > 0 ? `${change} more` : `${-change} fewer`}${size ? ` of size ${size}` : ''}`;

const partChange = (part: string, was: unknown, is: unknown) =>
  `${partNames[part] ?? part} ${String(was || '–')} → ${String(is || '–')}`;

function textOf(action: string, before: unknown, after: unknown): string {
  if (action === 'product.create') return 'Created';
  if (action === 'product.adjust-stock') {
    const { success, data } = Stock.safeParse(after);
    return success
      ? `${inStock(data.change, data.size)}: ${reasonTexts[data.reason] ?? data.reason}`
      : 'Stock changed';
  }
  const [was, is] = [Texts.parse(before), Texts.parse(after)];
  const changes = Object.keys(is)
    .filter((part) => part !== 'version' && part !== 'import')
    .map((part) => {
      if (part === 'pictures') return 'pictures changed';
      return part === 'video' ? 'video changed' : partChange(part, was[part], is[part]);
    });
  return changes.length > 0 ? changes.join('; ') : action;
}

/** Describes which fields of a product changed since `version`, and who changed them. Returns one text for each changed field. */
export async function changesSince(shop: Shop, id: string, version: number): Promise<FieldError[]> {
  const actions = await selectActions(shop, id, sql`(${auditLog.after}->>'version')::int > ${version}`)
    .orderBy(auditLog.id)
    .limit(50);
  const changes = new Map<string, string>();
  for (const { email, before, after } of actions) {
    const [was, { version: _version, ...is }] = [Texts.parse(before), Texts.parse(after)];
    for (const [part, value] of Object.entries(is))
      changes.set(part, `${email}: ${partChange(part, was[part], value)}`);
  }
  return [...changes].map(([field, message]) => ({ field, message }));
}
