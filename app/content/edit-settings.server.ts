import { eq, sql } from 'drizzle-orm';
import { toPaise, toRupees } from '../foundation/money.ts';
import type { Tx } from '../foundation/shop.server.ts';
import { readSettings } from './content.server.ts';
import { Settings } from './contract.ts';
import { changeOf, lockSettings, versionOf } from './edit-home.server.ts';
import {
  ContentChanged,
  type EditSettingsInput,
  ShopContact,
  ShopRules,
  ShopTexts,
} from './settings-contract.ts';
import { settings } from './tables.server.ts';

const nullable = (convert: (amount: number) => number, amount: number | null) =>
  amount === null ? null : convert(amount);

function pick<Key extends keyof Settings>(current: Settings, names: readonly Key[]): Pick<Settings, Key>;
function pick(current: Settings, names: readonly (keyof Settings)[]): Partial<Settings> {
  return Object.fromEntries(names.map((name) => [name, current[name]]));
}

/** Returns the rules of the settings, with amounts in rupees. */
function rulesOf(current: Settings): ShopRules {
  const { freeFromPaise, belowPaise, ...days } = current.shipping;
  const { fromPaise, upToPaise, uniqueUpToPaise, ...flags } = current.cod;
  return {
    ...pick(current, ShopRules.keyof().options),
    shipping: { freeFrom: toRupees(freeFromPaise), below: toRupees(belowPaise), ...days },
    cod: {
      ...flags,
      from: nullable(toRupees, fromPaise),
      upTo: nullable(toRupees, upToPaise),
      uniqueUpTo: nullable(toRupees, uniqueUpToPaise),
    },
    paymentTitle: current.paymentTitle ?? '',
  };
}

function withRules(current: Settings, { shipping, cod, paymentTitle, ...numbers }: ShopRules): Settings {
  const { freeFrom, below, ...days } = shipping;
  const { from, upTo, uniqueUpTo, ...flags } = cod;
  return {
    ...current,
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

/** Returns the parts of the settings for editing. Each part has its own version. Amounts are in rupees. */
export const settingsParts = (current: Settings) => ({
  texts: pick(current, ShopTexts.keyof().options),
  contact: pick(current, ShopContact.keyof().options),
  rules: rulesOf(current),
  seller: current.seller,
});

/** Changes one part of the settings. Returns the change and the new settings. @throws ContentChanged (409) */
async function edit(
  tx: Tx,
  part: keyof ReturnType<typeof settingsParts>,
  seenVersion: string,
  update: (before: Settings) => Settings,
) {
  await lockSettings(tx);
  const before = await readSettings(tx);
  if (versionOf(settingsParts(before)[part]) !== seenVersion) throw ContentChanged();
  const after = Settings.parse(update(before));
  const change = changeOf(before, after);
  if (!change.isUnchanged)
    await tx.db
      .update(settings)
      .set({ value: after, version: sql`${settings.version} + 1`, updatedAt: tx.clock.now() })
      .where(eq(settings.id, 1));
  return { ...change, settings: after };
}

/** Records that the staff have chosen the categories with stitched garments. Returns false if this was recorded before. */
export async function saveKnowsStitched(tx: Tx): Promise<boolean> {
  await lockSettings(tx);
  const before = await readSettings(tx);
  if (before.knowsStitched) return false;
  await tx.db
    .update(settings)
    .set({ value: { ...before, knowsStitched: true } })
    .where(eq(settings.id, 1));
  return true;
}

/** Changes the texts. @throws ContentChanged (409) if the texts have changed since `seenVersion` */
export function editTexts(tx: Tx, seenVersion: string, text: ShopTexts) {
  return edit(tx, 'texts', seenVersion, (before) => ({ ...before, ...text }));
}

/**
 * Changes the part of the settings that the input contains: `contact`, `rules` or `seller`. @throws ContentChanged (409) if this
 * part has changed since `seenVersion`
 */
export function editSettings(tx: Tx, { seenVersion, contact, rules, seller }: EditSettingsInput) {
  const part = contact ? 'contact' : rules ? 'rules' : 'seller';
  return edit(tx, part, seenVersion, (before) => {
    const changed = rules ? withRules(before, rules) : before;
    return { ...changed, ...contact, seller: seller ?? before.seller };
  });
}
