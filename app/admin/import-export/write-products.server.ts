import { isDeepStrictEqual } from 'node:util';
import type { ProductImage } from '../../catalogue/contract.ts';
import { insertProducts } from '../../catalogue/create-product.server.ts';
import { editProduct, setProductState } from '../../catalogue/edit-product.server.ts';
import type { AdminProduct } from '../../catalogue/for-staff/contract.ts';
import { findProducts } from '../../catalogue/for-staff/read-products.server.ts';
import { saveLabels } from '../../catalogue/labels.server.ts';
import { defaultAlt, setImages } from '../../catalogue/product-images.server.ts';
import { normalizeProductNumber } from '../../catalogue/product-number.server.ts';
import { inputOf } from '../../catalogue/product-rules.ts';
import { Problem } from '../../foundation/http/problem.ts';
import type { Tx } from '../../foundation/shop.server.ts';
import { adjustStock, lockStockLevels } from '../../stock/stock.server.ts';
import { type Actor, insertAuditEntry } from '../audit-log/audited.server.ts';
import { diffRecords, recordOf } from '../catalogue/product-record.ts';
import type { ProductPlan } from './check-table.server.ts';
import type { CsvProblem } from './contract.ts';
import type { ImageFacts } from './image-facts.server.ts';
import { sameLabel } from './product-cells.ts';

const reason = 'CSV import';

/** Error for rows that cannot be written. Thrown inside the transaction, so that it rolls back all rows of the batch. */
export class RowsRejected extends Error {
  readonly problems: readonly CsvProblem[];

  constructor(problems: readonly CsvProblem[]) {
    super(`${problems.length} rows were refused`);
    this.problems = problems;
  }
}

type Writing = { actor: Actor; importId: string; facts: ReadonlyMap<string, ImageFacts> };

/**
 * Writes the products of the rows. The caller must have locked the product numbers and the existing products in this transaction.
 * @throws RowsRejected if a row cannot be written
 */
export async function writeProducts(tx: Tx, plans: readonly ProductPlan[], writing: Writing): Promise<void> {
  await createProducts(
    tx,
    plans.filter(({ before }) => !before),
    writing,
  );
  for (const plan of plans) {
    const { before } = plan;
    if (before) await naming(plan, () => changeProduct(tx, plan, before, writing));
  }
  await setStock(tx, plans);
}

async function createProducts(tx: Tx, plans: readonly ProductPlan[], writing: Writing): Promise<void> {
  if (plans.length === 0) return;
  await saveLabels(tx, {
    crafts: plans.flatMap(({ input }) => input.crafts),
    fabrics: plans.flatMap(({ input }) => input.fabrics),
  });
  await insertProducts(
    tx,
    plans.map((plan) => ({
      ...plan.input,
      id: plan.id,
      video: null,
      position: 0,
      createdAt: tx.clock.now(),
      published: plan.state === 'live',
      images: imagesOf(plan, [], writing),
      sizes: (plan.stock ?? []).map(({ label, count }) => ({ label, quantity: count })),
    })),
    reason,
  );
  const written = await findProducts(
    tx,
    plans.map(({ id }) => id),
  );
  for (const { id } of plans) {
    const product = written.get(normalizeProductNumber(id));
    if (!product) throw new Error(`insert of product ${id} returned no row`);
    await noteProduct(tx, writing, 'product.create', { id, after: recordOf(product) });
  }
}

async function changeProduct(
  tx: Tx,
  plan: ProductPlan,
  before: AdminProduct,
  writing: Writing,
): Promise<void> {
  const { id } = before;
  let product = before;
  if (!isDeepStrictEqual(plan.input, inputOf(before)))
    product = await editProduct(tx, id, before.version, plan.input);
  const files = before.images.map(({ file }) => file);
  if (plan.images && !isDeepStrictEqual(files, plan.images)) {
    product = await setImages(tx, id, imagesOf(plan, before.images, writing));
  }
  if (plan.state !== product.state) product = await setProductState(tx, id, product.version, plan.state);
  const { parts, before: was, after } = diffRecords(recordOf(before), recordOf(product));
  if (parts.length === 0) return;
  const versioned = { ...after, version: product.version };
  await noteProduct(tx, writing, 'product.update', { id, before: was, after: versioned });
}

function noteProduct(
  tx: Tx,
  { actor, importId }: Writing,
  action: string,
  { id, before, after }: { id: string; before?: object; after: object },
): Promise<void> {
  const subject = { kind: 'product', id };
  return insertAuditEntry(tx, actor, { action, subject }, { before, after: { ...after, import: importId } });
}

/** Returns the images of a planned product. An image that the product already has keeps its alternative text. */
function imagesOf(
  plan: ProductPlan,
  imagesBefore: readonly ProductImage[],
  { facts }: Writing,
): ProductImage[] {
  return (plan.images ?? []).map((file, at) => {
    const imageBefore = imagesBefore.find((image) => image.file === file);
    const imageFacts = facts.get(file);
    if (imageBefore) return imageBefore;
    if (!imageFacts)
      throw new RowsRejected([
        { row: plan.row, column: 'pictures', message: `The picture “${file}” cannot be opened.` },
      ]);
    return { ...imageFacts, alt: defaultAlt(plan.input.name, at) };
  });
}

/** Sets the stock of existing sizes. Locks all their stock rows first, in a fixed order, to avoid deadlocks. */
async function setStock(tx: Tx, plans: readonly ProductPlan[]): Promise<void> {
  const targets = plans.flatMap((plan) =>
    (plan.stock ?? []).flatMap(({ label, count }) => {
      const size = plan.before?.sizes.find((existing) => sameLabel(existing.label, label));
      return size ? [{ plan, variantId: size.id, count }] : [];
    }),
  );
  if (targets.length === 0) return;
  const ids = targets.map(({ variantId }) => variantId);
  const levels = await lockStockLevels(tx, ids);
  const onHand = new Map(levels.map((level) => [level.variantId, level.onHand]));
  for (const { plan, variantId, count } of targets) {
    const change = count - (onHand.get(variantId) ?? 0);
    if (change !== 0) await naming(plan, () => adjustStock(tx, variantId, change, reason), 'stock');
  }
}

/** Runs `work`. @throws RowsRejected with the row number of `plan` if `work` throws a problem */
async function naming(plan: ProductPlan, work: () => Promise<unknown>, column = ''): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Problem) throw new RowsRejected([{ row: plan.row, column, message: error.message }]);
    throw error;
  }
}
