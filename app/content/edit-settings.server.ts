import { eq, sql } from 'drizzle-orm';
import { toPaise, toRupees } from '../foundation/money.ts';
import type { Tx } from '../foundation/shop.server.ts';
import { readSettings } from './content.server.ts';
import { Settings } from './contract.ts';
import { changeOf, lockSettings, versionOf } from './edit-home.server.ts';
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

/** Returns the rules with their amounts in rupees. */
function rulesOf(stored: Settings): ShopRules {
  const { shipping, cod, limits, pincodeRequired, paymentTitle, holdMinutes, promiseDays } = stored;
  const { lowStockAt, returnDays, latestOnHome, newOnBrowser } = stored;
  const { indiaDays, abroadDays, freeFromPaise, belowPaise } = shipping;
  const { allowed, notForUnique, fromPaise, upToPaise, uniqueUpToPaise } = cod;
  return {
    shipping: { freeFrom: toRupees(freeFromPaise), below: toRupees(belowPaise), indiaDays, abroadDays },
    cod: {
      allowed,
      from: nullable(toRupees, fromPaise),
      upTo: nullable(toRupees, upToPaise),
      notForUnique,
      uniqueUpTo: nullable(toRupees, uniqueUpToPaise),
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
  const { freeFrom, below, ...days } = shipping;
  const { from, upTo, uniqueUpTo, ...flags } = cod;
  return {
    ...stored,
    ...numbers,
    paymentTitle: paymentTitle || undefined,
    shipping: { freeFromPaise: toPaise(freeFrom), belowPaise: toPaise(below), ...days },
    cod: {
      ...flags,
      fromPaise: nullable(toPaise, from),
      upToPaise: nullable(toPaise, upTo),
      uniqueUpToPaise: nullable(toPaise, uniqueUpTo),
    },
  };
}

/** Returns the parts of the settings, each edited with a version of its own. Amounts in rupees. */
export const settingsParts = (stored: Settings) => ({
  texts: textsOf(stored),
  contact: contactOf(stored),
  rules: rulesOf(stored),
  seller: stored.seller,
});

/** Changes one part of the settings. Returns the change, and the new settings. */
async function edit(
  tx: Tx,
  part: keyof ReturnType<typeof settingsParts>,
  seenVersion: string,
  make: (before: Settings) => Settings,
) {
  await lockSettings(tx);
  const before = await readSettings(tx);
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

/** @throws ContentChanged (409) if the texts have changed since `seenVersion`. */
export function editTexts(tx: Tx, seenVersion: string, text: ShopTexts) {
  return edit(tx, 'texts', seenVersion, (before) => ({ ...before, ...text }));
}

/** Changes the given part of the settings. @throws ContentChanged (409) if it has changed since `seenVersion`. */
export function editSettings(tx: Tx, { seenVersion, contact, rules, seller }: EditSettingsInput) {
  const part = contact ? 'contact' : rules ? 'rules' : 'seller';
  return edit(tx, part, seenVersion, (before) => {
    const ruled = rules ? withRules(before, rules) : before;
    return { ...ruled, ...contact, seller: seller ?? before.seller };
  });
}
