import { readCategoryText } from '../../catalogue/edit-categories.server.ts';
import { listTiles, readSettings, readStores, readVideos } from '../../content/content.server.ts';
import { bannerPositions, type Settings, type WrittenPage } from '../../content/contract.ts';
import { findContradictions } from '../../content/contradictions.ts';
import { readBanner, versionOf } from '../../content/edit-home.server.ts';
import { readPagesForEdit } from '../../content/edit-pages.server.ts';
import { editSettings, settingsParts } from '../../content/edit-settings.server.ts';
import { placeholdersOf } from '../../content/fill-in.ts';
import type { EditSettingsInput, ShopTexts } from '../../content/settings-contract.ts';
import { findState, india } from '../../foundation/address/countries.ts';
import type { Shop, Tx } from '../../foundation/shop.server.ts';
import type { Audited } from '../audit-log/audited.server.ts';
import { type AdminContent, InvalidSeller } from './contract.ts';

/** Result of a use case that edits content or categories, with the values before and after the edit for the audit log. */
type Edited = { before: unknown; after: unknown; isUnchanged: boolean };

const withVersion = <T>(items: T[]) => ({ version: versionOf(items), items });

/** Reads all content, with the versions that an edit must send. */
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
    pages: (await readPagesForEdit(shop)).map((page) => ({
      ...page,
      contradictions: findContradictions(textsOf(page), settings),
    })),
    textContradictions: findContradictions(Object.values(parts.texts).flatMap(textsIn), settings),
    placeholders: Object.entries(placeholdersOf(settings)).map(([name, value]) => ({ name, value })),
  };
}

const textsOf = ({ intro, sections }: Pick<WrittenPage, 'intro' | 'sections'>) => [
  intro,
  ...sections.flatMap(({ paragraphs }) => paragraphs),
];

/** Lists the texts in a field of the home page texts. The field has one text, a list of texts, or an object with `paragraphs`. */
const textsIn = (field: ShopTexts[keyof ShopTexts]) =>
  typeof field === 'object' && 'paragraphs' in field ? field.paragraphs : [field].flat();

/** Waits for the edit `edited`. Returns all content after the edit, and an audit entry about the content named `id`. */
export async function changeContent(
  tx: Tx,
  id: string,
  edited: Promise<Edited>,
): Promise<Audited<AdminContent>> {
  const { before, after, isUnchanged } = await edited;
  return { id, before, after, isUnchanged, result: await readAdminContent(tx) };
}

/**
 * @throws InvalidSeller (400) for an unknown state, for a GSTIN of another state, or for a GSTIN without the registered name and
 * address that a tax invoice needs
 */
export async function saveSettings(tx: Tx, input: EditSettingsInput): Promise<Edited> {
  if (input.seller) checkSeller(input.seller);
  const { settings, ...edited } = await editSettings(tx, input);
  if (input.seller || input.contact) checkTaxInvoices(settings, input.seller ? 'seller.gstin' : undefined);
  return edited;
}

function checkSeller({ state, gstin }: { state: string; gstin: string }) {
  const indianState = findState(india, state);
  if (!indianState)
    throw InvalidSeller(undefined, [{ field: 'seller.state', message: 'Please choose an Indian state.' }]);
  if (gstin !== '' && indianState.gst !== gstin.slice(0, 2)) {
    const message = `A GSTIN of ${indianState.name} begins with ${indianState.gst}. Please check the state and the GSTIN.`;
    throw InvalidSeller(undefined, [{ field: 'seller.gstin', message }]);
  }
}

/**
 * @throws InvalidSeller (400) if the shop has a GSTIN but lacks a contact detail that a tax invoice must show. The problem names
 * `field`. If `field` is undefined, the problem names the missing detail.
 */
function checkTaxInvoices({ contact, seller }: Settings, field: string | undefined) {
  const blank = (['legalName', 'address'] as const).find((detail) => contact[detail] === '');
  if (seller.gstin === '' || !blank) return;
  const message =
    'A shop with a GSTIN needs a registered name and an address for its tax invoices. Please fill them in under Name and contact.';
  throw InvalidSeller(undefined, [{ field: field ?? `contact.contact.${blank}`, message }]);
}
