import { createRoute, z } from '@hono/zod-openapi';
import { answer, refusals, room } from '../foundation/http/http.server.ts';
import { listBanners, listFilms } from './content.server.ts';
import { Banner, FilmAnswer, NothingThere } from './contract.ts';

const tags = ['Content'];
const banners = answer('The banner records, in their order', z.array(Banner));

export const content = room()
  .openapi(
    createRoute({
      method: 'get',
      path: '/first-banner/',
      tags,
      summary: 'The hero of the home page',
      responses: { 200: banners },
    }),
    async (c) => c.json(await listBanners(c.get('shop'), 'first'), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/sec-banner/',
      tags,
      summary: 'The collection feature slides',
      responses: { 200: banners },
    }),
    async (c) => c.json(await listBanners(c.get('shop'), 'second'), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/handwoven/',
      tags,
      summary: 'The close-ups of the weave',
      responses: { 200: banners },
    }),
    async (c) => c.json(await listBanners(c.get('shop'), 'handwoven'), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/mvideo/',
      tags,
      summary: 'The film of "Made to Belong"',
      responses: { 200: answer('The film', FilmAnswer), 404: refusals[404] },
    }),
    async (c) => {
      const [film] = await listFilms(c.get('shop'));
      if (!film) throw NothingThere();
      return c.json({ _id: film._id, video: film }, 200);
    },
  );
