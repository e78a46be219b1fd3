import { createRoute, z } from '@hono/zod-openapi';
import { createRouter, errorResponses, respond } from '../foundation/http/http.server.ts';
import { listBanners, listVideos } from './content.server.ts';
import { Banner, NotFound, VideoResponse } from './contract.ts';

const tags = ['Content'];
const banners = respond('The banner records, in their order', z.array(Banner));

export const content = createRouter()
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
      responses: { 200: respond('The film', VideoResponse), 404: errorResponses[404] },
    }),
    async (c) => {
      const [video] = await listVideos(c.get('shop'));
      if (!video) throw NotFound();
      return c.json({ _id: video._id, video }, 200);
    },
  );
