import { z } from '@hono/zod-openapi';
import { CategoriesChanged, EditCategoriesInput } from '../../catalogue/categories-contract.ts';
import { ReservedName } from '../../catalogue/contract.ts';
import { editCategories, readCategoryText } from '../../catalogue/edit-categories.server.ts';
import { listTiles, readVideos } from '../../content/content.server.ts';
import { bannerPositions, NoSuchPage, NotFound } from '../../content/contract.ts';
import {
  EditBannerInput,
  EditPageInput,
  EditStoresInput,
  EditTilesInput,
  EditVideosInput,
  PolicySlug,
} from '../../content/edit-contract.ts';
import {
  editBanner,
  editStores,
  editTiles,
  editVideos,
  readBanner,
  versionOf,
} from '../../content/edit-home.server.ts';
import { editPage, readPagesForEdit } from '../../content/edit-pages.server.ts';
import { editTexts } from '../../content/edit-settings.server.ts';
import { ContentChanged, EditSettingsInput, EditTextsInput } from '../../content/settings-contract.ts';
import { ImageRejected, ImagesBusy, ImageTooLarge } from '../../foundation/files/images.server.ts';
import { VideoRejected, VideoTooLarge } from '../../foundation/files/videos.server.ts';
import { router } from '../../foundation/http/endpoint.server.ts';
import type { Shop, Tx } from '../../foundation/shop.server.ts';
import { staffAction } from '../audit-log/staff-action.server.ts';
import { staff, staffRead } from '../sign-in/staff-access.server.ts';
import { changeContent, readAdminContent, saveSettings } from './content.server.ts';
import { AdminContent, FileNotFound, InvalidSeller, Uploaded, Uploads, UploadsQuery } from './contract.ts';
import {
  addContentImage,
  addContentVideo,
  assertUploadsExist,
  filesIn,
  listUploads,
} from './uploaded-files.server.ts';

const problems = [ContentChanged, FileNotFound];

/** Returns the options of an endpoint that edits this kind of content. The endpoint returns all content after the edit. */
const edit = (kind: string) =>
  ({ method: 'put', audit: `content.update-${kind}`, kind, response: AdminContent, problems }) as const;

const videoFiles = ['videoUrl', 'webmUrl', 'poster'] as const;

/** Checks that the page's image file exists. Returns the use case that edits the page. */
async function preparePage(shop: Shop, slug: string, body: EditPageInput) {
  const currentFiles = filesIn('pages', await readPagesForEdit(shop), 'img');
  await assertUploadsExist(shop, [{ field: 'img', file: body.img }], currentFiles);
  return (tx: Tx) => changeContent(tx, slug, editPage(tx, slug, body));
}

/**
 * Endpoints for the settings, pages and home page content. Before the transaction of an edit, they check that the files named in
 * it exist.
 */
export const adminContentEndpoints = router('Admin: content', [
  staffRead({
    id: 'getContent',
    path: '/admin/content',
    summary: 'Read all content of the shop',
    response: AdminContent,
    problems: [NotFound],
    run: ({ shop }) => readAdminContent(shop),
  }),
  staffAction({
    id: 'updateHomeTexts',
    ...edit('texts'),
    path: '/admin/content/texts',
    summary: 'Update the texts of the home page',
    body: EditTextsInput,
    run: (tx, { body: { seenVersion, ...texts } }) =>
      changeContent(tx, 'settings', editTexts(tx, seenVersion, texts)),
  }),
  staffAction({
    id: 'updateSettings',
    ...edit('settings'),
    path: '/admin/content/settings',
    summary:
      'Update the shop’s name and contact, the rules of shipping and payment, or the seller’s details on invoices',
    access: staff({ owner: true }),
    body: EditSettingsInput,
    problems: [InvalidSeller, ContentChanged],
    run: (tx, { body }) => changeContent(tx, 'settings', saveSettings(tx, body)),
  }),
  staffAction({
    id: 'updatePolicy',
    ...edit('page'),
    path: '/admin/content/policies/{slug}',
    summary: 'Update a policy',
    access: staff({ owner: true }),
    params: z.object({ slug: PolicySlug }),
    body: EditPageInput,
    problems: [NoSuchPage, ...problems],
    prepare: ({ shop, params, body }) => preparePage(shop, params.slug, body),
  }),
  staffAction({
    id: 'updateStory',
    ...edit('page'),
    path: '/admin/content/story',
    summary: 'Update the story of the shop',
    body: EditPageInput,
    problems: [NoSuchPage, ...problems],
    prepare: ({ shop, body }) => preparePage(shop, 'our-story', body),
  }),
  staffAction({
    id: 'updateBanners',
    ...edit('banner'),
    path: '/admin/content/banners/{position}',
    summary: 'Replace the banners in one position of the home page (five at most)',
    params: z.object({ position: z.enum(bannerPositions) }),
    body: EditBannerInput,
    async prepare({ shop, params: { position }, body }) {
      const { slides } = await readBanner(shop, position);
      await assertUploadsExist(shop, filesIn('slides', body.slides, 'img'), filesIn('slides', slides, 'img'));
      return (tx) => changeContent(tx, position, editBanner(tx, position, body));
    },
  }),
  staffAction({
    id: 'updateTiles',
    ...edit('tiles'),
    path: '/admin/content/tiles',
    summary: 'Update the tiles of the popular collections',
    body: EditTilesInput,
    async prepare({ shop, body }) {
      const currentFiles = filesIn('items', await listTiles(shop), 'img');
      await assertUploadsExist(shop, filesIn('items', body.items, 'img'), currentFiles);
      return (tx) => changeContent(tx, 'tiles', editTiles(tx, body));
    },
  }),
  staffAction({
    id: 'updateVideos',
    ...edit('videos'),
    path: '/admin/content/videos',
    summary: 'Update the videos of the home page; the first one plays',
    body: EditVideosInput,
    async prepare({ shop, body }) {
      const currentFiles = filesIn('items', await readVideos(shop), ...videoFiles);
      await assertUploadsExist(shop, filesIn('items', body.items, ...videoFiles), currentFiles);
      return (tx) => changeContent(tx, 'videos', editVideos(tx, body));
    },
  }),
  staffAction({
    id: 'updateStores',
    ...edit('stores'),
    path: '/admin/content/stores',
    summary: 'Update the stores that shoppers may visit',
    body: EditStoresInput,
    run: (tx, { body }) => changeContent(tx, 'stores', editStores(tx, body)),
  }),
  staffAction({
    id: 'updateCategories',
    ...edit('categories'),
    path: '/admin/content/categories',
    summary: 'Update the order, names and introductions of the categories',
    body: EditCategoriesInput,
    problems: [CategoriesChanged, ReservedName, FileNotFound],
    async prepare({ shop, body: { seenVersion, items } }) {
      const currentFiles = filesIn('items', await readCategoryText(shop), 'img');
      await assertUploadsExist(shop, filesIn('items', items, 'img'), currentFiles);
      const isCurrent = (categories: unknown) => versionOf(categories) === seenVersion;
      return (tx) => changeContent(tx, 'categories', editCategories(tx, items, isCurrent));
    },
  }),
  staffRead({
    id: 'listUploads',
    path: '/admin/content/uploads',
    summary: 'List the uploaded images or videos, newest first',
    query: UploadsQuery,
    response: Uploads,
    run: ({ shop, query: { kind, offset } }) => listUploads(shop, kind, offset),
  }),
  staffAction({
    id: 'uploadImage',
    method: 'post',
    path: '/admin/upload/content/images',
    audit: 'content.upload-image',
    kind: 'file',
    summary: 'Upload an image for the content: up to 15 MB',
    takesFile: true,
    response: Uploaded,
    problems: [ImageRejected, ImageTooLarge, ImagesBusy],
    prepare: ({ shop, c }) => addContentImage(shop, c.req.raw),
  }),
  staffAction({
    id: 'uploadVideo',
    method: 'post',
    path: '/admin/upload/content/videos',
    audit: 'content.upload-video',
    kind: 'file',
    summary: 'Upload a video for the content: MP4 or WebM, up to 25 MB',
    takesFile: true,
    response: Uploaded,
    problems: [VideoRejected, VideoTooLarge],
    prepare: ({ shop, c }) => addContentVideo(shop, c.req.raw),
  }),
]);
