import type { EditCategoriesInput } from '../../catalogue/categories/contract.ts';
import { editCategories, readCategoryText } from '../../catalogue/edit-categories.server.ts';
import { listTiles, readSettings, readStores, readVideos } from '../../content/content.server.ts';
import { type BannerPosition, bannerPositions, type Settings } from '../../content/contract.ts';
import type {
  EditBannerInput,
  EditPageInput,
  EditTilesInput,
  EditVideosInput,
} from '../../content/edit/contract.ts';
import { editBanner, editTiles, editVideos, readBanner, versionOf } from '../../content/edit-home.server.ts';
import { editPage, readPagesForEdit } from '../../content/edit-pages.server.ts';
import { editSettings, settingsParts } from '../../content/edit-settings.server.ts';
import { placeholdersOf } from '../../content/fill-in.ts';
import type { EditSettingsInput } from '../../content/settings/contract.ts';
import { countryOf, findState } from '../../foundation/address/countries.ts';
import type { Shop, Tx } from '../../foundation/shop.server.ts';
import type { Audited } from '../audit-log/audited.server.ts';
import type { StaffWork } from '../audit-log/staff-action.server.ts';
import { type AdminContent, InvalidSeller } from './contract.ts';
import { assertUploadsExist, filesIn } from './uploaded-files.server.ts';

type Work = StaffWork<AdminContent>;

/** A change of content, as the edits of the content and the categories return it. */
type Edited = { before: unknown; after: unknown; isUnchanged: boolean };

const withVersion = <T>(items: T[]) => ({ version: versionOf(items), items });

/** All that the window is made of, with the marks that changes are written by. */
export async function readAdminContent(shop: Shop): Promise<AdminContent> {
  const settings = await readSettings(shop);
  const parts = settingsParts(settings);
  const banners: AdminContent['banners'] = [];
  for (const position of bannerPositions) {
    const { id: _id, ...banner } = await readBanner(shop, position);
    banners.push({ position, version: versionOf(banner), ...banner });
  }
  return {
    settings: {
      versions: {
        texts: versionOf(parts.texts),
        contact: versionOf(parts.contact),
        rules: versionOf(parts.rules),
        seller: versionOf(parts.seller),
      },
      ...parts,
    },
    banners,
    tiles: withVersion(await listTiles(shop)),
    videos: withVersion(await readVideos(shop)),
    stores: withVersion(await readStores(shop)),
    categories: withVersion(await readCategoryText(shop)),
    pages: await readPagesForEdit(shop),
    placeholders: Object.entries(placeholdersOf(settings)).map(([name, value]) => ({ name, value })),
  };
}

/** Waits for the edit of the part `id`. Returns all content as it is then, and the change for the audit log. */
export async function changeContent(
  tx: Tx,
  id: string,
  edited: Promise<Edited>,
): Promise<Audited<AdminContent>> {
  const { before, after, isUnchanged } = await edited;
  return { id, before, after, isUnchanged, result: await readAdminContent(tx) };
}

/**
 * Edits the settings as `editSettings` does.
 * @throws InvalidSeller (400) for a state that India does not have, a GSTIN of another state, or a GSTIN without the
 * registered name and address, which a tax invoice must name.
 */
export async function saveSettings(tx: Tx, input: EditSettingsInput): Promise<Edited> {
  if (input.seller) checkSeller(input.seller);
  const { settings, ...edited } = await editSettings(tx, input);
  if (input.seller || input.contact) checkTaxInvoices(settings, input.seller ? 'seller.gstin' : undefined);
  return edited;
}

function checkSeller({ state, gstin }: { state: string; gstin: string }) {
  const found = findState(countryOf('India'), state);
  if (!found)
    throw InvalidSeller(undefined, [{ field: 'seller.state', message: 'Please choose a state of India.' }]);
  if (gstin !== '' && found.gst !== gstin.slice(0, 2)) {
    const message = `A GSTIN of ${found.name} begins with ${found.gst}. Please look at the state, or the GSTIN.`;
    throw InvalidSeller(undefined, [{ field: 'seller.gstin', message }]);
  }
}

/** @throws InvalidSeller (400) at `field`, else at the contact detail that is blank, if a tax invoice would be incomplete. */
function checkTaxInvoices({ contact, seller }: Settings, field: string | undefined) {
  const blank = (['legalName', 'address'] as const).find((detail) => contact[detail] === '');
  if (seller.gstin === '' || !blank) return;
  const message =
    'A shop with a GSTIN needs the registered name and the address, in Name and contact: tax invoices must carry them.';
  throw InvalidSeller(undefined, [{ field: field ?? `contact.contact.${blank}`, message }]);
}

/** Checks the file of a page. Returns the change of the page. */
export async function preparePage(shop: Shop, slug: string, input: EditPageInput): Promise<Work> {
  const current = filesIn('pages', await readPagesForEdit(shop), 'img');
  await assertUploadsExist(shop, [{ field: 'img', file: input.img }], current);
  return (tx) => changeContent(tx, slug, editPage(tx, slug, input));
}

/** Checks the files of a banner. Returns the change of the banner. */
export async function prepareBanner(
  shop: Shop,
  position: BannerPosition,
  input: EditBannerInput,
): Promise<Work> {
  const { slides } = await readBanner(shop, position);
  await assertUploadsExist(shop, filesIn('slides', input.slides, 'img'), filesIn('slides', slides, 'img'));
  return (tx) => changeContent(tx, position, editBanner(tx, position, input));
}

/** Checks the files of the tiles. Returns the change of the tiles. */
export async function prepareTiles(shop: Shop, input: EditTilesInput): Promise<Work> {
  const current = filesIn('items', await listTiles(shop), 'img');
  await assertUploadsExist(shop, filesIn('items', input.items, 'img'), current);
  return (tx) => changeContent(tx, 'tiles', editTiles(tx, input));
}

/** Checks the files of the videos. Returns the change of the videos. */
export async function prepareVideos(shop: Shop, input: EditVideosInput): Promise<Work> {
  const fields = ['videoUrl', 'webmUrl', 'poster'] as const;
  const current = filesIn('items', await readVideos(shop), ...fields);
  await assertUploadsExist(shop, filesIn('items', input.items, ...fields), current);
  return (tx) => changeContent(tx, 'videos', editVideos(tx, input));
}

/** Checks the files of the categories. Returns the change of the categories. */
export async function prepareCategories(
  shop: Shop,
  { seenVersion, items }: EditCategoriesInput,
): Promise<Work> {
  const current = filesIn('items', await readCategoryText(shop), 'img');
  await assertUploadsExist(shop, filesIn('items', items, 'img'), current);
  const isCurrent = (stored: unknown) => versionOf(stored) === seenVersion;
  return (tx) => changeContent(tx, 'categories', editCategories(tx, items, isCurrent));
}
