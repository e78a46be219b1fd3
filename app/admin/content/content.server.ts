import type { EditCategoriesInput } from '../../catalogue/categories/contract.ts';
import { editCategories, readCategoryText } from '../../catalogue/edit-categories.server.ts';
import { type BannerPosition, bannerPositions, type Settings } from '../../content/contract.ts';
import type {
  EditBannerInput,
  EditPageInput,
  EditStoresInput,
  EditTilesInput,
  EditVideosInput,
} from '../../content/edit/contract.ts';
import {
  editBanner,
  editStores,
  editTiles,
  editVideos,
  readBanner,
  readStores,
  readTiles,
  readVideos,
  versionOf,
} from '../../content/edit-home.server.ts';
import { editPage, readPagesForEdit } from '../../content/edit-pages.server.ts';
import {
  editSettings,
  editTexts,
  readSettingsForEdit,
  settingsParts,
} from '../../content/edit-settings.server.ts';
import { placeholdersOf } from '../../content/fill-in.ts';
import type { EditSettingsInput, EditTextsInput } from '../../content/settings/contract.ts';
import { countryOf, findState } from '../../foundation/address/countries.ts';
import type { Shop, Tx } from '../../foundation/shop.server.ts';
import { audited } from '../audit-log/audited.server.ts';
import type { Staff } from '../sign-in/staff-sessions.server.ts';
import { type AdminContent, InvalidSeller } from './contract.ts';
import { assertUploadsExist } from './uploaded-files.server.ts';

const withVersion = <T>(items: T[]) => ({ version: versionOf(items), items });

/** All that the window is made of, with the marks that changes are written by. */
export async function readAdminContent(shop: Shop): Promise<AdminContent> {
  const settings = await readSettingsForEdit(shop);
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
    tiles: withVersion(await readTiles(shop)),
    videos: withVersion(await readVideos(shop)),
    stores: withVersion(await readStores(shop)),
    categories: withVersion(await readCategoryText(shop)),
    pages: await readPagesForEdit(shop),
    placeholders: Object.entries(placeholdersOf(settings)).map(([name, value]) => ({ name, value })),
  };
}

type Edited = { before: unknown; after: unknown };

/** Does it, writes it into the log, and answers the window as it is then. */
async function change(
  shop: Shop,
  staff: Staff,
  [kind, id]: [kind: string, id: string],
  edit: (tx: Tx) => Promise<Edited>,
): Promise<AdminContent> {
  const action = { action: `content.update-${kind}`, subject: { kind, id } };
  return audited(shop, staff, action, async (tx) => {
    const { before, after } = await edit(tx);
    return { ...differences(before, after), result: await readAdminContent(tx) };
  });
}

/** Of two records only the parts that differ: the log need not keep a whole page for a word. */
function differences(before: unknown, after: unknown): Edited {
  if (Array.isArray(before) || typeof before !== 'object' || typeof after !== 'object')
    return { before, after };
  const [was, is] = [Object.entries(before ?? {}), Object.entries(after ?? {})];
  const text = (entries: [string, unknown][]) =>
    new Map(entries.map(([part, held]) => [part, JSON.stringify(held)]));
  const [old, fresh] = [text(was), text(is)];
  const differs = ([part]: [string, unknown]) => old.get(part) !== fresh.get(part);
  return { before: Object.fromEntries(was.filter(differs)), after: Object.fromEntries(is.filter(differs)) };
}

export function saveTexts(shop: Shop, staff: Staff, { seenVersion, ...text }: EditTextsInput) {
  return change(shop, staff, ['texts', 'settings'], (tx) => editTexts(tx, seenVersion, text));
}

/**
 * @throws InvalidSeller (400) for a state that India does not have, a GSTIN of another state, or a GSTIN without the
 * registered name and address, which a tax invoice must name.
 */
export async function saveSettings(shop: Shop, staff: Staff, input: EditSettingsInput) {
  if (input.seller) checkSeller(input.seller);
  return change(shop, staff, ['settings', 'settings'], async (tx) => {
    const edited = await editSettings(tx, input);
    if (input.seller || input.contact)
      checkTaxInvoices(edited.after, input.seller ? 'seller.gstin' : undefined);
    return edited;
  });
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

export async function savePage(shop: Shop, staff: Staff, slug: string, input: EditPageInput) {
  await assertUploadsExist(shop, [{ field: 'img', file: input.img }], await readPagesForEdit(shop));
  return change(shop, staff, ['page', slug], (tx) => editPage(tx, slug, input));
}

export async function saveBanner(shop: Shop, staff: Staff, position: BannerPosition, input: EditBannerInput) {
  const named = input.slides.map(({ img }, index) => ({ field: `slides.${index}.img`, file: img }));
  await assertUploadsExist(shop, named, await readBanner(shop, position));
  return change(shop, staff, ['banner', position], (tx) => editBanner(tx, position, input));
}

export async function saveTiles(shop: Shop, staff: Staff, input: EditTilesInput) {
  const named = input.items.map(({ img }, index) => ({ field: `items.${index}.img`, file: img }));
  await assertUploadsExist(shop, named, await readTiles(shop));
  return change(shop, staff, ['tiles', 'tiles'], (tx) => editTiles(tx, input));
}

export async function saveVideos(shop: Shop, staff: Staff, input: EditVideosInput) {
  const named = input.items.flatMap(({ videoUrl, webmUrl, poster }, index) => [
    { field: `items.${index}.videoUrl`, file: videoUrl },
    { field: `items.${index}.webmUrl`, file: webmUrl },
    { field: `items.${index}.poster`, file: poster },
  ]);
  await assertUploadsExist(shop, named, await readVideos(shop));
  return change(shop, staff, ['videos', 'videos'], (tx) => editVideos(tx, input));
}

export function saveStores(shop: Shop, staff: Staff, input: EditStoresInput) {
  return change(shop, staff, ['stores', 'stores'], (tx) => editStores(tx, input));
}

export async function saveCategories(shop: Shop, staff: Staff, { seenVersion, items }: EditCategoriesInput) {
  const named = items.map(({ img }, index) => ({ field: `items.${index}.img`, file: img }));
  await assertUploadsExist(shop, named, await readCategoryText(shop));
  return change(shop, staff, ['categories', 'categories'], (tx) =>
    editCategories(tx, items, (standing) => versionOf(standing) === seenVersion),
  );
}
