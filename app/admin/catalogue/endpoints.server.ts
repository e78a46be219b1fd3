import { createRoute, z } from '@hono/zod-openapi';
import { proposeNumber } from '../../catalogue/product-number.server.ts';
import { readStaffPiece } from '../../catalogue/products-for-staff.server.ts';
import { answer, refusals, room } from '../../foundation/http/http.server.ts';
import { forStaff, refusedStaff } from '../sign-in/for-staff.server.ts';
import {
  NewPiece,
  NumberProposed,
  OfficePiece,
  PieceEdit,
  PieceHistory,
  PieceList,
  PieceStateWanted,
  PiecesAsked,
  PieceWords,
  StockChange,
} from './contract.ts';
import { pieceFiles } from './files/endpoints.server.ts';
import { readPieceHistory } from './product-history.server.ts';
import { changeStockAsStaff } from './product-stock.server.ts';
import {
  createPieceAsStaff,
  duplicatePieceAsStaff,
  editPieceAsStaff,
  listPieces,
  movePieceAsStaff,
  readPieceWords,
  toOffice,
} from './products.server.ts';

const params = z.object({ id: z.string().max(40) });
const { 400: notRight, 404: notThere } = refusals;
const conflict = (description: string) => ({ ...notRight, description });
const onePiece = answer('The piece as it is now', OfficePiece);

function body<T>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } };
}

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
  .route('/', pieceFiles);
