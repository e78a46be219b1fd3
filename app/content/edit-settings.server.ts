import { eq } from 'drizzle-orm';
import { toPaise, toRupees } from '../foundation/money.ts';
import type { Shop, Tx } from '../foundation/shop.server.ts';
import { NotFound, Settings } from './contract.ts';
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

export function wordsOf(stored: Settings): ShopTexts {
  const { tagline, heroText, description, typewriter, belonging, popularText, visitText } = stored;
  return { tagline, heroText, description, typewriter, belonging, popularText, visitText };
}

export function contactOf({ name, hindiName, foundedYear, contact, socials }: Settings): ShopContact {
  return { name, hindiName, foundedYear, contact, socials };
}

/** The rules, with paise as rupees. */
export function rulesOf(stored: Settings): ShopRules {
  const { shipping, cod, pincodeRequired, paymentTitle, holdMinutes, promiseDays } = stored;
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
    },
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
    },
  };
}

/** The settings and their version. Whoever goes on to write them asks with `lock`, in a transaction. */
export async function readSettingsVersion(
  shop: Shop,
  lock = false,
): Promise<{ value: Settings; version: string }> {
  const asking = shop.db.select().from(settings);
  const [row] = await (lock ? asking.for('update') : asking);
  if (!row) throw NotFound('The shop has no settings yet.');
  return { value: Settings.parse(row.value), version: String(row.version) };
}

async function change(tx: Tx, seen: string, make: (before: Settings) => Settings) {
  const { value: before, version } = await readSettingsVersion(tx, true);
  if (version !== seen) throw ContentChanged();
  const after = Settings.parse(make(before));
  await tx.db
    .update(settings)
    .set({ value: after, version: Number(version) + 1, updatedAt: tx.clock.now() })
    .where(eq(settings.id, 1));
  return { before, after };
}

/** Writes the window's words. Throws ContentChanged (409) when somebody else wrote the settings after `seen`. */
export function editTexts(tx: Tx, seen: string, text: ShopTexts) {
  return change(tx, seen, (before) => ({ ...before, ...text }));
}

/** Writes the parts that are given; what is left out stays. Throws ContentChanged (409) as {@link editTexts} does. */
export function editSettings(tx: Tx, { seen, contact, rules, seller }: EditSettingsInput) {
  return change(tx, seen, (before) => {
    const ruled = rules ? withRules(before, rules) : before;
    return { ...ruled, ...contact, seller: seller ?? before.seller };
  });
}
