import { FourPictures } from '../../../catalogue/contract.ts';
import {
  addPicture,
  arrangePictures,
  removePicture,
  setFilm,
} from '../../../catalogue/product-images.server.ts';
import { readStaffPiece } from '../../../catalogue/products-for-staff.server.ts';
import { mostPictureBytes, TooManyBytes, takePicture } from '../../../foundation/files/images.server.ts';
import { makeAhead } from '../../../foundation/files/uploads.server.ts';
import { uploadsOf } from '../../../foundation/files/uploads-storage.server.ts';
import { takeFilm } from '../../../foundation/files/videos.server.ts';
import { receiveBytes } from '../../../foundation/http/read-body.server.ts';
import type { Shop } from '../../../foundation/shop.server.ts';
import type { Staff } from '../../sign-in/staff-sessions.server.ts';
import type { OfficePiece } from '../contract.ts';
import { changePiece } from '../products.server.ts';

/**
 * Takes the body of a request in as a picture of the piece: the next one, or in the place of `replaces`. Throws what
 * `takePicture` and `addPicture` do. Its smaller forms are made behind.
 */
export async function addPictureAsStaff(
  shop: Shop,
  staff: Staff,
  id: string,
  request: Request,
  replaces: string | undefined,
): Promise<OfficePiece> {
  const { pictures } = await readStaffPiece(shop, id);
  // Before 15 MB are read for nothing.
  if (replaces === undefined && pictures.length >= 4) throw FourPictures();
  const bytes = await receiveBytes(request, mostPictureBytes, TooManyBytes);
  const picture = await takePicture(bytes, uploadsOf(shop));
  const piece = await orForget(shop, picture.file, () =>
    changePiece(shop, staff, { id, action: 'piece.pictures' }, (inside) =>
      addPicture(inside, id, { ...picture, alt: '' }, replaces),
    ),
  );
  void makeAhead(shop, picture.file);
  return piece;
}

export function arrangePicturesAsStaff(
  shop: Shop,
  staff: Staff,
  id: string,
  pictures: readonly { file: string; alt: string }[],
): Promise<OfficePiece> {
  return changePiece(shop, staff, { id, action: 'piece.pictures' }, (inside) =>
    arrangePictures(inside, id, pictures),
  );
}

export function removePictureAsStaff(shop: Shop, staff: Staff, id: string, file: string) {
  return changePiece(shop, staff, { id, action: 'piece.pictures' }, (inside) =>
    removePicture(inside, id, file),
  );
}

/** Takes the body of a request in as the piece's film, instead of the one that it had. */
export async function addFilmAsStaff(shop: Shop, staff: Staff, id: string, request: Request) {
  await readStaffPiece(shop, id);
  const file = await takeFilm(request, uploadsOf(shop));
  return orForget(shop, file, () =>
    changePiece(shop, staff, { id, action: 'piece.film' }, (inside) => setFilm(inside, id, file)),
  );
}

/** A file that no piece took is not kept. */
async function orForget<T>(shop: Shop, file: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await uploadsOf(shop)
      .remove(file)
      .catch((err: unknown) => shop.log.warn({ err, file }, 'a file that nobody needs was not removed'));
    throw error;
  }
}

export function removeFilmAsStaff(shop: Shop, staff: Staff, id: string): Promise<OfficePiece> {
  return changePiece(shop, staff, { id, action: 'piece.film' }, (inside) => setFilm(inside, id, null));
}
