import { createRoute, z } from '@hono/zod-openapi';
import { proposeNumber } from '../../catalogue/piece-number.server.ts';
import { readStaffPiece } from '../../catalogue/staff-pieces.server.ts';
import { answer, refusals, room } from '../../foundation/http.server.ts';
import { forStaff, refusedStaff } from '../door/for-staff.server.ts';
import {
  NewPiece,
  NumberProposed,
  OfficePiece,
  PicturesArranged,
  PieceEdit,
  PieceHistory,
  PieceList,
  PieceStateWanted,
  PiecesAsked,
  PieceWords,
  StockChange,
} from './contract.ts';
import { readPieceHistory } from './piece-history.server.ts';
import {
  addFilmAsStaff,
  addPictureAsStaff,
  arrangePicturesAsStaff,
  removeFilmAsStaff,
  removePictureAsStaff,
} from './piece-pictures.server.ts';
import { changeStockAsStaff } from './piece-stock.server.ts';
import {
  createPieceAsStaff,
  duplicatePieceAsStaff,
  editPieceAsStaff,
  listPieces,
  movePieceAsStaff,
  readPieceWords,
  toOffice,
} from './pieces.server.ts';

const params = z.object({ id: z.string().max(40) });
const pictureParams = params.extend({ file: z.string().max(120) });
const { 400: notRight, 404: notThere } = refusals;
const conflict = (description: string) => ({ ...notRight, description });
const onePiece = answer('The piece as it is now', OfficePiece);

function body<T>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } };
}

/** The file itself is the body; what it is, its content says. */
const file = {
  required: true,
  content: { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } },
};

const row = {
  tags: ['Back office: pieces'],
  ...forStaff,
};

/** Pieces: the editor, pictures, stock. */
export const adminPieces = room()
  .openapi(
    createRoute({
      ...row,
      method: 'get',
      path: '/admin/pieces',
      summary: 'All pieces, drafts and pieces put away included',
      request: { query: PiecesAsked },
      responses: { 200: answer('A part of the list', PieceList), 400: notRight, ...refusedStaff },
    }),
    async (c) => c.json(await listPieces(c.get('shop'), c.req.valid('query')), 200),
  )
  .openapi(
    createRoute({
      ...row,
      method: 'get',
      path: '/admin/piece-words',
      summary: 'What the editor offers to choose from, and the tax rates',
      responses: { 200: answer('Words and rates', PieceWords), ...refusedStaff },
    }),
    async (c) => c.json(await readPieceWords(c.get('shop')), 200),
  )
  .openapi(
    createRoute({
      ...row,
      method: 'get',
      path: '/admin/piece-number',
      summary: 'The next number of a category',
      request: { query: z.object({ category: z.string().max(80) }) },
      responses: {
        200: answer('The number', NumberProposed),
        400: notRight,
        404: notThere,
        ...refusedStaff,
      },
    }),
    async (c) => c.json({ id: await proposeNumber(c.get('shop'), c.req.valid('query').category) }, 200),
  )
  .openapi(
    createRoute({
      ...row,
      method: 'post',
      path: '/admin/pieces',
      summary: 'Writes down a new piece, as a draft',
      request: { body: body(NewPiece) },
      responses: {
        200: onePiece,
        400: notRight,
        404: notThere,
        409: conflict('Another piece has the number.'),
        ...refusedStaff,
      },
    }),
    async (c) => c.json(await createPieceAsStaff(c.get('shop'), c.get('staff'), c.req.valid('json')), 200),
  )
  .openapi(
    createRoute({
      ...row,
      method: 'get',
      path: '/admin/pieces/{id}',
      summary: 'One piece',
      request: { params },
      responses: { 200: onePiece, 400: notRight, 404: notThere, ...refusedStaff },
    }),
    async (c) => c.json(toOffice(await readStaffPiece(c.get('shop'), c.req.valid('param').id)), 200),
  )
  .openapi(
    createRoute({
      ...row,
      method: 'put',
      path: '/admin/pieces/{id}',
      summary: 'Writes a piece anew, unless somebody else has meanwhile',
      request: { params, body: body(PieceEdit) },
      responses: {
        200: onePiece,
        400: notRight,
        404: notThere,
        409: conflict('Somebody has changed it; `errors` says what and who. Or a size is in the books.'),
        ...refusedStaff,
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await editPieceAsStaff(c.get('shop'), c.get('staff'), id, c.req.valid('json')), 200);
    },
  )
  .openapi(
    createRoute({
      ...row,
      method: 'post',
      path: '/admin/pieces/{id}/state',
      summary: 'Hangs a piece up in the shop, takes it down, or puts it away',
      request: { params, body: body(PieceStateWanted) },
      responses: {
        200: onePiece,
        400: notRight,
        404: notThere,
        409: conflict('Somebody has changed it, or something is missing; `errors` names what.'),
        ...refusedStaff,
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await movePieceAsStaff(c.get('shop'), c.get('staff'), id, c.req.valid('json')), 200);
    },
  )
  .openapi(
    createRoute({
      ...row,
      method: 'post',
      path: '/admin/pieces/{id}/duplicate',
      summary: 'Writes down a piece like this one, without pictures and stock',
      request: { params },
      responses: { 200: onePiece, 400: notRight, 404: notThere, ...refusedStaff },
    }),
    async (c) =>
      c.json(await duplicatePieceAsStaff(c.get('shop'), c.get('staff'), c.req.valid('param').id), 200),
  )
  .openapi(
    createRoute({
      ...row,
      method: 'post',
      path: '/admin/pieces/{id}/stock',
      summary: 'Changes how many of a size there are, with a reason',
      request: { params, body: body(StockChange) },
      responses: {
        200: onePiece,
        400: notRight,
        404: notThere,
        409: conflict('Fewer are free.'),
        ...refusedStaff,
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await changeStockAsStaff(c.get('shop'), c.get('staff'), id, c.req.valid('json')), 200);
    },
  )
  .openapi(
    createRoute({
      ...row,
      method: 'get',
      path: '/admin/pieces/{id}/history',
      summary: 'What happened to a piece and to its stock',
      request: { params },
      responses: {
        200: answer('The newest first', PieceHistory),
        400: notRight,
        404: notThere,
        ...refusedStaff,
      },
    }),
    async (c) => c.json({ entries: await readPieceHistory(c.get('shop'), c.req.valid('param').id) }, 200),
  )
  .openapi(
    createRoute({
      ...row,
      method: 'post',
      path: '/admin/upload/pieces/{id}/pictures',
      summary: 'Adds a picture, or puts it in the place of another',
      request: { params, query: z.object({ replaces: z.string().max(120).optional() }), body: file },
      responses: {
        200: onePiece,
        400: notRight,
        404: notThere,
        409: conflict('It has four already.'),
        413: conflict('Larger than 15 MB.'),
        503: conflict('Many pictures are coming in.'),
        ...refusedStaff,
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      const { replaces } = c.req.valid('query');
      return c.json(await addPictureAsStaff(c.get('shop'), c.get('staff'), id, c.req.raw, replaces), 200);
    },
  )
  .openapi(
    createRoute({
      ...row,
      method: 'put',
      path: '/admin/pieces/{id}/pictures',
      summary: 'Sets the pictures’ order and their words',
      request: { params, body: body(PicturesArranged) },
      responses: {
        200: onePiece,
        400: notRight,
        404: notThere,
        409: conflict('The piece has other pictures by now.'),
        ...refusedStaff,
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      const { pictures } = c.req.valid('json');
      return c.json(await arrangePicturesAsStaff(c.get('shop'), c.get('staff'), id, pictures), 200);
    },
  )
  .openapi(
    createRoute({
      ...row,
      method: 'delete',
      path: '/admin/pieces/{id}/pictures/{file}',
      summary: 'Takes a picture off a piece',
      request: { params: pictureParams },
      responses: {
        200: onePiece,
        400: notRight,
        404: notThere,
        409: conflict('It is the last one of a piece in the shop.'),
        ...refusedStaff,
      },
    }),
    async (c) => {
      const { id, file: name } = c.req.valid('param');
      return c.json(await removePictureAsStaff(c.get('shop'), c.get('staff'), id, name), 200);
    },
  )
  .openapi(
    createRoute({
      ...row,
      method: 'post',
      path: '/admin/upload/pieces/{id}/film',
      summary: 'Gives a piece a film: MP4 or WebM, up to 25 MB',
      request: { params, body: file },
      responses: {
        200: onePiece,
        400: notRight,
        404: notThere,
        413: conflict('Larger than 25 MB.'),
        ...refusedStaff,
      },
    }),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await addFilmAsStaff(c.get('shop'), c.get('staff'), id, c.req.raw), 200);
    },
  )
  .openapi(
    createRoute({
      ...row,
      method: 'delete',
      path: '/admin/pieces/{id}/film',
      summary: 'Takes the film off a piece',
      request: { params },
      responses: { 200: onePiece, 400: notRight, 404: notThere, ...refusedStaff },
    }),
    async (c) => c.json(await removeFilmAsStaff(c.get('shop'), c.get('staff'), c.req.valid('param').id), 200),
  );
