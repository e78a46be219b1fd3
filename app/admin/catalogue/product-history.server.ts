import { and, desc, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { readStaffProduct } from '../../catalogue/products-for-staff.server.ts';
import type { FieldError } from '../../foundation/http/problem.ts';
import type { Shop } from '../../foundation/shop.server.ts';
import { listStockMovements } from '../../stock/stock.server.ts';
import { auditLog } from '../tables.server.ts';
import { type ProductHistory, stockReasons } from './contract.ts';
import { partNames } from './product-record.ts';

const Texts = z.record(z.string(), z.unknown()).catch({});
const Stock = z.object({ size: z.string().nullable(), change: z.number(), reason: z.string() });

const shownEntries = 60;

/** What happened to a piece, the newest first: what the staff changed, and what moved its counts. Throws `no-such-product` (404). */
export async function readProductHistory(shop: Shop, id: string): Promise<ProductHistory['entries']> {
  const product = await readStaffProduct(shop, id);
  const actions = await shop.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subjectKind, 'product'), eq(auditLog.subjectId, product.id)))
    .orderBy(desc(auditLog.id))
    .limit(shownEntries);
  const label = new Map(product.sizes.map((size) => [size.id, size.label]));
  const movements = await listStockMovements(shop, [...label.keys()], shownEntries);
  const byStaff: readonly string[] = stockReasons;
  const moved = movements
    // What the staff moved stands in the audit log, with who did it.
    .filter(({ reason, reference }) => reference !== null || !byStaff.includes(reason))
    .map(({ id: movementId, at, change, reason, reference, variantId }) => ({
      id: movementId,
      at,
      author: null,
      text: [
        `${inStock(change)}${sized(label.get(variantId) ?? null)}: ${reason}`,
        reference && `order ${reference}`,
      ]
        .filter(Boolean)
        .join(', '),
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

const inStock = (change: number) => (change > 0 ? `${change} more` : `${-change} fewer`);
const sized = (label: string | null) => (label ? ` of size ${label}` : '');

function textOf(action: string, before: unknown, after: unknown): string {
  if (action === 'product.create') return 'Written down';
  if (action === 'product.adjust-stock') {
    const { success, data } = Stock.safeParse(after);
    return success ? `${inStock(data.change)}${sized(data.size)}: ${data.reason}` : 'Stock changed';
  }
  const [was, is] = [Texts.parse(before), Texts.parse(after)];
  const changes = Object.keys(is)
    .filter((part) => part in partNames)
    .map((part) => {
      const name = partNames[part] ?? part;
      if (part === 'pictures' || part === 'video') return `${name} changed`;
      return `${name} ${String(was[part] || '–')} → ${String(is[part] || '–')}`;
    });
  return changes.length > 0 ? changes.join('; ') : action;
}

const Versioned = z.object({ version: z.number() }).loose();

/** What was changed since an editor read `version`, and by whom, by its fields on the wire; for those who would overwrite it. */
export async function changesSince(shop: Shop, id: string, version: number): Promise<FieldError[]> {
  const actions = await shop.db
    .select()
    .from(auditLog)
    .where(
      and(
        eq(auditLog.subjectKind, 'product'),
        eq(auditLog.subjectId, id),
        sql`(${auditLog.after}->>'version')::int > ${version}`,
      ),
    )
    .orderBy(auditLog.id)
    .limit(50);
  const changes = new Map<string, string>();
  for (const { email, before, after } of actions) {
    const [was, { version: _version, ...is }] = [Texts.parse(before), Versioned.parse(after)];
    for (const [part, value] of Object.entries(is)) {
      const name = partNames[part] ?? part;
      changes.set(part, `${email}: ${name} ${String(was[part] || '–')} → ${String(value || '–')}`);
    }
  }
  return [...changes].map(([field, message]) => ({ field, message }));
}
