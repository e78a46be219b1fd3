import { eq, sql } from 'drizzle-orm';
import { toPaise, toRupees } from '../foundation/money.ts';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { NotFound, Settings } from './contract.ts';
import { changeOf, versionOf } from './edit-home.server.ts';
import {
  ContentChanged,
  type EditSettingsInput,
  type ShopContact,
  type ShopRules,
  type ShopTexts,
} from './settings/contract.ts';
import { settings } from './tables.server.ts';

const nullable = (convert: (amount: number) => number, amount: number | null) =>
  amount === null ? null : convert(amount);

function textsOf(stored: Settings): ShopTexts {
  const { tagline, heroText, description, typewriter, belonging, popularText, visitText } = stored;
  return { tagline, heroText, description, typewriter, belonging, popularText, visitText };
}

function contactOf({ name, hindiName, foundedYear, contact, socials }: Settings): ShopContact {
  return { name, hindiName, foundedYear, contact, socials };
}

/** The rules, with paise as rupees. */
function rulesOf(stored: Settings): ShopRules {
  const { shipping, cod, limits, pincodeRequired, paymentTitle, holdMinutes, promiseDays } = stored;
  const { lowStockAt, returnDays, latestOnHome, newOnBrowser } = stored;
  return {
    shipping: {
      freeFrom: toRupees(shipping.freeFromPaise),
      below: toRupees(shipping.belowPaise),
      indiaDays: shipping.indiaDays,
      abroadDays: shipping.abroadDays,
    },
    cod: {
      allowed: cod.allowed,
      from: nullable(toRupees, cod.fromPaise),
      upTo: nullable(toRupees, cod.upToPaise),
      notForUnique: cod.notForUnique,
      uniqueUpTo: nullable(toRupees, cod.uniqueUpToPaise),
    },
    limits,
    pincodeRequired,
    paymentTitle: paymentTitle ?? '',
    holdMinutes,
    promiseDays,
    lowStockAt,
    returnDays,
    latestOnHome,
    newOnBrowser,
  };
}

function withRules(stored: Settings, { shipping, cod, paymentTitle, ...numbers }: ShopRules): Settings {
  return {
    ...stored,
    ...numbers,
    paymentTitle: paymentTitle || undefined,
    shipping: {
      freeFromPaise: toPaise(shipping.freeFrom),
      belowPaise: toPaise(shipping.below),
      indiaDays: shipping.indiaDays,
      abroadDays: shipping.abroadDays,
    },
    cod: {
      allowed: cod.allowed,
      fromPaise: nullable(toPaise, cod.from),
      upToPaise: nullable(toPaise, cod.upTo),
      notForUnique: cod.notForUnique,
      uniqueUpToPaise: nullable(toPaise, cod.uniqueUpTo),
    },
  };
}

/** The settings by the parts that are edited apart from each other, amounts in rupees. */
export const settingsParts = (stored: Settings) => ({
  texts: textsOf(stored),
  contact: contactOf(stored),
  rules: rulesOf(stored),
  seller: stored.seller,
});

/** The settings. A caller that goes on to write them passes `lock`, in a transaction. */
export async function readSettingsForEdit(shop: Shop, lock = false): Promise<Settings> {
  const query = shop.db.select().from(settings);
  const [row] = await (lock ? query.for('update') : query);
  if (!row) throw NotFound('The shop has no settings yet.');
  return Settings.parse(row.value);
}

/** Replaces the settings. Returns the change, and the settings as they are then. */
async function edit(
  tx: Tx,
  part: keyof ReturnType<typeof settingsParts>,
  seenVersion: string,
  make: (before: Settings) => Settings,
) {
  const before = await readSettingsForEdit(tx, true);
  if (versionOf(settingsParts(before)[part]) !== seenVersion) throw ContentChanged();
  const after = Settings.parse(make(before));
  const change = changeOf(before, after);
  if (!change.isUnchanged)
    await tx.db
      .update(settings)
      .set({ value: after, version: sql`${settings.version} + 1`, updatedAt: tx.clock.now() })
      .where(eq(settings.id, 1));
  return { ...change, settings: after };
}

/** Writes the texts of the home page. Throws ContentChanged (409) if they have changed since `seen`. */
export function editTexts(tx: Tx, seenVersion: string, text: ShopTexts) {
  return edit(tx, 'texts', seenVersion, (before) => ({ ...before, ...text }));
}

/** Writes the part that is given; the others stay. Throws ContentChanged (409) if that part has changed since `seen`. */
export function editSettings(tx: Tx, { seenVersion, contact, rules, seller }: EditSettingsInput) {
  const part = contact ? 'contact' : rules ? 'rules' : 'seller';
  return edit(tx, part, seenVersion, (before) => {
    const ruled = rules ? withRules(before, rules) : before;
    return { ...ruled, ...contact, seller: seller ?? before.seller };
  });
}
