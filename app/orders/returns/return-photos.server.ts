import { randomBytes } from 'node:crypto';
import { and, desc, eq, inArray, isNull, lt, notInArray, or } from 'drizzle-orm';
import { readSettings } from '../../content/content.server.ts';
import { days } from '../../foundation/clock.ts';
import { reencodeImage } from '../../foundation/files/images.server.ts';
import { uploadsOf } from '../../foundation/files/uploads-storage.server.ts';
import { consume } from '../../foundation/http/rate-limit.server.ts';
import { receiveBytes } from '../../foundation/http/read-body.server.ts';
import type { Shop, Tx } from '../../foundation/shop.server.ts';
import { NotReturnable } from '../contract.ts';
import { readStoredOrderOfCustomer } from '../customer-orders.server.ts';
import { listUnits } from '../order-units.server.ts';
import { listLines, type Order, withLockedOrder } from '../orders.server.ts';
import { isInReturnPeriod, returnableUnits } from '../rules.ts';
import { orders } from '../tables.server.ts';
import { NoSuchPhoto, PhotosChanged, PhotoTooLarge, type ReturnPhoto, TooManyPhotos } from './contract.ts';
import { findOpenReturn, type PhotoViewer, toReturnPhoto } from './returns.server.ts';
import { returnPhotos, returns } from './tables.server.ts';

const maxBytes = 10 * 1024 * 1024;
const longEdge = 1600;
const maxPhotos = 6;
const accountLimit = { limit: 30, seconds: days(1) / 1000 };
/** Maximum number of photographs that one cleanup deletes. */
const maxPerRun = 100;
const videoAdvice = 'Please choose photographs here, and email us the video.';

/**
 * Stores the photograph from the request's body for a return of one of the customer's orders. Stores only a JPEG without
 * metadata, of at most 1,600 pixels. Idempotent per `id`, which the client chooses.
 * @throws NoSuchOrder (404), also for another customer's order; NotReturnable, TooManyPhotos, PhotosChanged (409); PhotoTooLarge
 * (413); ImageRejected (400); TooManyRequests (429)
 */
export async function addReturnPhoto(
  shop: Shop,
  customerId: string,
  { idOrNumber, id, request }: { idOrNumber: string; id: string; request: Request },
): Promise<ReturnPhoto> {
  const order = await readStoredOrderOfCustomer(shop, customerId, idOrNumber);
  const photo = toReturnPhoto(shop, id, 'owner');
  if (await isStored(shop, order.id, id)) return photo;
  // Check whether a photograph is allowed before reading up to 10 MB.
  await assertTakesPhoto(shop, order);
  await consume(shop, `return-photo:${customerId}`, accountLimit);
  const bytes = await receiveBytes(request, maxBytes, PhotoTooLarge);
  const { data } = await reencodeImage(bytes, longEdge, videoAdvice);
  // The file extension `.private` keeps the file out of `/uploads/` and out of the lists of images.
  const file = `return-${randomBytes(12).toString('hex')}.jpg.private`;
  const storage = uploadsOf(shop);
  await storage.storeBytes(file, data);
  // The files to delete at the end. The new file is one of them unless its row is stored.
  let unused = [file];
  try {
    unused = await withLockedOrder(shop, order.id, async (tx, locked) => {
      if (await isStored(tx, order.id, id)) return [file];
      const attachedCount = await assertTakesPhoto(tx, locked);
      const row = { id, orderId: order.id, file, bytes: data.length, createdAt: tx.clock.now() };
      const inserted = await tx.db.insert(returnPhotos).values(row).onConflictDoNothing().returning();
      if (inserted.length === 0) throw PhotosChanged();
      return deleteUnclaimed(tx, order.id, maxPhotos - attachedCount);
    });
  } finally {
    await Promise.all(unused.map((name) => storage.remove(name)));
  }
  return photo;
}

/**
 * Deletes the photographs of the order that no return uses, except the newest `maxCount`. Such photographs are left, for example,
 * if the customer reloads the form after an upload. Returns the files of the deleted photographs.
 */
async function deleteUnclaimed(tx: Tx, orderId: string, maxCount: number): Promise<string[]> {
  const isUnclaimed = and(eq(returnPhotos.orderId, orderId), isNull(returnPhotos.returnId));
  const newest = tx.db
    .select({ id: returnPhotos.id })
    .from(returnPhotos)
    .where(isUnclaimed)
    .orderBy(desc(returnPhotos.createdAt), desc(returnPhotos.id))
    .limit(maxCount);
  const deleted = await tx.db
    .delete(returnPhotos)
    .where(and(isUnclaimed, notInArray(returnPhotos.id, newest)))
    .returning({ file: returnPhotos.file });
  return deleted.map((row) => row.file);
}

/** True if the order has a photograph with this id. @throws PhotosChanged (409) if the photograph belongs to another order */
async function isStored(shop: Shop, orderId: string, id: string): Promise<boolean> {
  const [row] = await shop.db
    .select({ orderId: returnPhotos.orderId })
    .from(returnPhotos)
    .where(eq(returnPhotos.id, id));
  if (row && row.orderId !== orderId) throw PhotosChanged();
  return row !== undefined;
}

/**
 * Checks that a photograph can be added now. Returns the number of photographs of the open return, or 0 if no return is open.
 * @throws NotReturnable (409) unless a return can be requested or waits for its decision; TooManyPhotos (409)
 */
async function assertTakesPhoto(shop: Shop, order: Order): Promise<number> {
  const open = await findOpenReturn(shop, order.id);
  if (open?.decidedAt) throw NotReturnable();
  if (!open) {
    const { returnDays } = await readSettings(shop);
    const lines = await listLines(shop, order.id);
    const units = returnableUnits(lines, await listUnits(shop, order.id), { isClaim: true });
    if (units.length === 0 || !isInReturnPeriod(order, returnDays, shop.clock.now())) throw NotReturnable();
  }
  if (!open) return 0;
  const attachedCount = await shop.db.$count(returnPhotos, eq(returnPhotos.returnId, open.id));
  if (attachedCount >= maxPhotos) throw TooManyPhotos();
  return attachedCount;
}

/** Deletes a photograph of the customer's order, unless it belongs to a return already. @throws NoSuchOrder, NoSuchPhoto (404) */
export async function removeReturnPhoto(
  shop: Shop,
  customerId: string,
  { idOrNumber, id }: { idOrNumber: string; id: string },
): Promise<void> {
  const order = await readStoredOrderOfCustomer(shop, customerId, idOrNumber);
  const [row] = await shop.db
    .delete(returnPhotos)
    .where(and(eq(returnPhotos.id, id), eq(returnPhotos.orderId, order.id), isNull(returnPhotos.returnId)))
    .returning({ file: returnPhotos.file });
  if (!row) throw NoSuchPhoto();
  await uploadsOf(shop).remove(row.file);
}

/** Adds uploaded photographs to a return. The order must be locked. @throws PhotosChanged (409) if a photograph is missing */
export async function attachPhotos(
  tx: Tx,
  { id, orderId }: { id: string; orderId: string },
  photos: readonly string[],
): Promise<void> {
  if (photos.length === 0) return;
  const isUsable = and(
    eq(returnPhotos.orderId, orderId),
    or(isNull(returnPhotos.returnId), eq(returnPhotos.returnId, id)),
  );
  const attached = await tx.db
    .update(returnPhotos)
    .set({ returnId: id })
    .where(and(inArray(returnPhotos.id, [...photos]), isUsable))
    .returning({ id: returnPhotos.id });
  if (attached.length !== new Set(photos).size) throw PhotosChanged();
}

/**
 * Reads the path of a photograph's JPEG file. The customer can read the photograph until the decision, staff also after the
 * decision.
 * @throws NoSuchPhoto (404)
 */
export async function readPhotoPath(shop: Shop, id: string, viewer: PhotoViewer): Promise<string> {
  const [row] = await shop.db
    .select({ file: returnPhotos.file, decidedAt: returns.decidedAt })
    .from(returnPhotos)
    .leftJoin(returns, eq(returns.id, returnPhotos.returnId))
    .where(eq(returnPhotos.id, id));
  if (!row || (viewer === 'owner' && row.decidedAt !== null)) throw NoSuchPhoto();
  const storage = uploadsOf(shop);
  const stored = await storage.find(row.file);
  if (!stored) throw NoSuchPhoto();
  return storage.localPath(row.file, stored);
}

/**
 * Deletes up to 100 photographs. These are photographs of deleted accounts, of returns that were closed
 * `settings.returns.photoDays` days ago, and photographs that no return used within a day. Returns the number of deleted
 * photographs.
 */
export async function deleteOldReturnPhotos(shop: Shop): Promise<number> {
  const now = shop.clock.now().getTime();
  const { returns: rules } = await readSettings(shop);
  const rows = await shop.db
    .select({ id: returnPhotos.id, returnId: returnPhotos.returnId })
    .from(returnPhotos)
    .innerJoin(orders, eq(orders.id, returnPhotos.orderId))
    .leftJoin(returns, eq(returns.id, returnPhotos.returnId))
    .where(
      or(
        isNull(orders.customerId),
        lt(returns.closedAt, new Date(now - days(rules.photoDays))),
        and(isNull(returnPhotos.returnId), lt(returnPhotos.createdAt, new Date(now - days(1)))),
      ),
    )
    .limit(maxPerRun);
  if (rows.length === 0) return 0;
  const ids = rows.map(({ id }) => id);
  // A return may have started to use a photograph since the query. Do not delete such a photograph.
  const isSame = or(...rows.map((row) => and(eq(returnPhotos.id, row.id), isReturn(row.returnId))));
  const deleted = await shop.db
    .delete(returnPhotos)
    .where(and(inArray(returnPhotos.id, ids), isSame))
    .returning({ file: returnPhotos.file });
  await Promise.all(deleted.map(({ file }) => uploadsOf(shop).remove(file)));
  return deleted.length;
}

function isReturn(returnId: string | null) {
  return returnId === null ? isNull(returnPhotos.returnId) : eq(returnPhotos.returnId, returnId);
}
