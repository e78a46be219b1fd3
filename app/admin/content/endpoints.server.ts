import { createRoute, z } from '@hono/zod-openapi';
import { CategoriesEdit } from '../../catalogue/categories/contract.ts';
import { EditSettingsInput, EditTextsInput } from '../../content/settings/contract.ts';
import {
  bannerPositions,
  EditBannerInput,
  EditPageInput,
  EditStoresInput,
  EditTilesInput,
  EditVideosInput,
  PolicySlug,
} from '../../content/window/contract.ts';
import { createRouter, errorResponses, respond } from '../../foundation/http/http.server.ts';
import { forOwner, forStaff, staffErrorResponses } from '../sign-in/for-staff.server.ts';
import {
  readAdminContent,
  saveBanner,
  saveCategories,
  saveMessages,
  savePage,
  saveSettings,
  saveStores,
  saveTiles,
  saveVideos,
} from './content.server.ts';
import { AdminContent, Uploaded, Uploads, UploadsQuery } from './contract.ts';
import { addContentImage, addContentVideo, listUploads } from './uploaded-files.server.ts';

const tags = ['Back office: shop window'];
const { 400: notRight, 404: notThere } = errorResponses;
const tooLarge = { ...notRight, description: 'The file is too large.' };

function body<T>(schema: T) {
  return { required: true, content: { 'application/json': { schema } } };
}

/** The file itself is the body; what it is, its content says. */
const file = {
  required: true,
  content: { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }) } },
};

const asItIs = {
  200: respond('The window as it is now', AdminContent),
  400: notRight,
  409: { ...notRight, description: 'Somebody else has changed it meanwhile.' },
  ...staffErrorResponses,
};

/** The shop window: banners, words, rules. */
export const contentEndpoints = createRouter()
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/window',
      tags,
      summary: 'All that the shop window is made of',
      ...forStaff,
      responses: { 200: respond('The window', AdminContent), ...staffErrorResponses },
    }),
    async (c) => c.json(await readAdminContent(c.get('shop')), 200),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/window/words',
      tags,
      summary: 'Writes the words of the home page',
      ...forStaff,
      request: { body: body(EditTextsInput) },
      responses: asItIs,
    }),
    async (c) => c.json(await saveMessages(c.get('shop'), c.get('staff'), c.req.valid('json')), 200),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/window/settings',
      tags,
      summary:
        'Writes name and contact, the rules of shipping and payment, or what invoices say of the seller',
      ...forOwner,
      request: { body: body(EditSettingsInput) },
      responses: asItIs,
    }),
    async (c) => c.json(await saveSettings(c.get('shop'), c.get('staff'), c.req.valid('json')), 200),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/window/policies/{slug}',
      tags,
      summary: 'Writes a policy',
      ...forOwner,
      request: { params: z.object({ slug: PolicySlug }), body: body(EditPageInput) },
      responses: { ...asItIs, 404: notThere },
    }),
    async (c) => {
      const { slug } = c.req.valid('param');
      return c.json(await savePage(c.get('shop'), c.get('staff'), slug, c.req.valid('json')), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/window/story',
      tags,
      summary: 'Writes the story of the shop',
      ...forStaff,
      request: { body: body(EditPageInput) },
      responses: { ...asItIs, 404: notThere },
    }),
    async (c) => c.json(await savePage(c.get('shop'), c.get('staff'), 'our-story', c.req.valid('json')), 200),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/window/banners/{place}',
      tags,
      summary: 'Hangs up to five pictures at a place of the home page',
      ...forStaff,
      request: { params: z.object({ place: z.enum(bannerPositions) }), body: body(EditBannerInput) },
      responses: asItIs,
    }),
    async (c) => {
      const { place } = c.req.valid('param');
      return c.json(await saveBanner(c.get('shop'), c.get('staff'), place, c.req.valid('json')), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/window/tiles',
      tags,
      summary: 'Writes the tiles of the popular collection',
      ...forStaff,
      request: { body: body(EditTilesInput) },
      responses: asItIs,
    }),
    async (c) => c.json(await saveTiles(c.get('shop'), c.get('staff'), c.req.valid('json')), 200),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/window/films',
      tags,
      summary: 'Writes the films of the home page; the first one plays',
      ...forStaff,
      request: { body: body(EditVideosInput) },
      responses: asItIs,
    }),
    async (c) => c.json(await saveVideos(c.get('shop'), c.get('staff'), c.req.valid('json')), 200),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/window/stores',
      tags,
      summary: 'Writes the stores that one may visit',
      ...forStaff,
      request: { body: body(EditStoresInput) },
      responses: asItIs,
    }),
    async (c) => c.json(await saveStores(c.get('shop'), c.get('staff'), c.req.valid('json')), 200),
  )
  .openapi(
    createRoute({
      method: 'put',
      path: '/admin/window/categories',
      tags,
      summary: 'Writes order, names and introductions of the categories',
      ...forStaff,
      request: { body: body(CategoriesEdit) },
      responses: asItIs,
    }),
    async (c) => c.json(await saveCategories(c.get('shop'), c.get('staff'), c.req.valid('json')), 200),
  )
  .openapi(
    createRoute({
      method: 'get',
      path: '/admin/window/uploads',
      tags,
      summary: 'Pictures or films that were brought to the shop, the newest first',
      ...forStaff,
      request: { query: UploadsQuery },
      responses: { 200: respond('Names of files', Uploads), 400: notRight, ...staffErrorResponses },
    }),
    async (c) => {
      const { kind, from } = c.req.valid('query');
      return c.json(await listUploads(c.get('shop'), kind, from), 200);
    },
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/upload/window/pictures',
      tags,
      summary: 'Brings a picture for the window: up to 15 MB',
      ...forStaff,
      request: { body: file },
      responses: { 200: respond('Its name', Uploaded), 400: notRight, 413: tooLarge, ...staffErrorResponses },
    }),
    async (c) => c.json(await addContentImage(c.get('shop'), c.get('staff'), c.req.raw), 200),
  )
  .openapi(
    createRoute({
      method: 'post',
      path: '/admin/upload/window/films',
      tags,
      summary: 'Brings a film for the window: MP4 or WebM, up to 25 MB',
      ...forStaff,
      request: { body: file },
      responses: { 200: respond('Its name', Uploaded), 400: notRight, 413: tooLarge, ...staffErrorResponses },
    }),
    async (c) => c.json(await addContentVideo(c.get('shop'), c.get('staff'), c.req.raw), 200),
  );
