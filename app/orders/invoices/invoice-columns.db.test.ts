/**
 * Drafts 10,000 generated invoices with their credit notes. Recomputes every sum in one SQL statement with `numeric` arithmetic,
 * only from prices, quantities, HSN codes and states.
 */
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect } from 'vitest';
import { z } from 'zod';
import { settings } from '../../../seeds/content.ts';
import { invoiceOf, orderOf, registered, sellerOf } from '../../../tests/fixtures/invoices.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { readRows } from '../../foundation/database/read-rows.server.ts';
import { draftLineCredit } from './credit-note-draft.server.ts';
import type { InvoiceDocument } from './invoice-document.server.ts';

const abroad = { country: 'United States', state: 'Ohio' };
const chandigarh = sellerOf('04AAAAA0000A1ZA');
const withoutLut = { ...registered, seller: { ...registered.seller, lutText: '' } };

/**
 * Combinations of a seller and a place of supply. `gstin` and `place` are the state codes for the SQL: null without a GSTIN, and
 * for an unknown state.
 */
const situations = [
  { name: 'intra-state', owner: registered, gstin: '08', to: { state: 'Rajasthan' }, place: '08' },
  { name: 'inter-state', owner: registered, gstin: '08', to: { state: 'Gujarat' }, place: '24' },
  { name: 'unknown place', owner: registered, gstin: '08', to: { state: 'Atlantis' }, place: null },
  { name: 'union territory', owner: chandigarh, gstin: '04', to: { state: 'Chandigarh' }, place: '04' },
  { name: 'export with LUT', owner: registered, gstin: '08', to: abroad, place: '96' },
  { name: 'export without LUT', owner: withoutLut, gstin: '08', to: abroad, place: '96' },
  { name: 'no GSTIN', owner: settings, gstin: null, to: { state: 'Rajasthan' }, place: '08' },
] as const;

const pricePaise = fc.oneof(
  fc.integer({ min: 1, max: 999 }),
  fc.integer({ min: 1000, max: 10_000_000 }),
  fc.integer({ min: 500, max: 100_000 }).map((rupees) => rupees * 100),
  // Prices with a taxable value around ₹2,500, at 5 % and at 18 %, because the tax rate of some goods changes there.
  fc.integer({ min: 262_480, max: 262_520 }),
  fc.integer({ min: 294_980, max: 295_020 }),
);
const soldLine = fc.record({
  hsn: fc.constantFrom('5007', '5208', '6211', '6304', '9999', null),
  pricePaise,
  quantity: fc.integer({ min: 1, max: 9 }),
});
const generatedBill = fc.record({
  situation: fc.constantFrom(...situations),
  lines: fc.array(soldLine, { minLength: 1, maxLength: 4 }),
  shippingPaise: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 50_000 })),
  /**
   * For each credit note, the share of each line's uncredited units that the note credits. With `isReturnedWhole`, one more note
   * credits the other units.
   */
  parts: fc.array(fc.array(fc.constantFrom(0, 0.34, 0.5, 0.8), { minLength: 4, maxLength: 4 }), {
    maxLength: 3,
  }),
  isReturnedWhole: fc.boolean(),
});
const generateBills = () => fc.sample(generatedBill, { numRuns: 10_000, seed: 40 });
type Bill = ReturnType<typeof generateBills>[number];

/** Returns the units of each credit note of a generated invoice. Omits credit notes without units. */
function creditedUnits({ lines, parts, isReturnedWhole }: Bill) {
  const left = lines.map(({ quantity }) => quantity);
  const creditPart = (partOf: (position: number) => number) =>
    left.flatMap((units, position) => {
      const quantity = Math.floor(partOf(position) * units);
      left[position] = units - quantity;
      return quantity > 0 ? [{ position, quantity }] : [];
    });
  const notes = parts.map((part) => creditPart((position) => part[position] ?? 0));
  return (isReturnedWhole ? [...notes, creditPart(() => 1)] : notes).filter((units) => units.length > 0);
}

const issue = { number: 'TBC/26-27/000001', at: new Date('2026-12-01T12:00:00+05:30') };

/** Drafts a generated invoice and its credit notes. The last credit note includes the delivery if everything is returned. */
function draftDocuments(bill: Bill, units: ReturnType<typeof creditedUnits>): InvoiceDocument[] {
  const { situation, lines, shippingPaise, isReturnedWhole } = bill;
  const items = lines.map((line) => ({ ...line, name: 'Piece', rupees: line.pricePaise / 100 }));
  const invoice = invoiceOf(orderOf(items, { to: situation.to, shippingPaise }), situation.owner);
  const notes: InvoiceDocument[] = [];
  for (const [index, credited] of units.entries()) {
    const withDelivery = isReturnedWhole && index === units.length - 1;
    const input = { ...issue, lines: credited, withDelivery, cause: 'returned' as const };
    notes.push(draftLineCredit(invoice, notes, input));
  }
  return [invoice, ...notes];
}

const numeric = z.coerce.number();
/** Sums of a generated invoice, with `note` 0, or of one of its credit notes. */
const Sums = z.object({
  ...{ bill: z.number(), note: z.number(), taxable: numeric, cgst: numeric, sgst: numeric },
  ...{ igst: numeric, roundOff: numeric, total: numeric },
});
type Sums = z.infer<typeof Sums>;

const sumsOf = (bill: number, note: number, { totals, roundOffPaise }: InvoiceDocument): Sums => ({
  ...{ bill, note, taxable: totals.taxablePaise, cgst: totals.cgstPaise, sgst: totals.sgstPaise },
  ...{ igst: totals.igstPaise, roundOff: roundOffPaise, total: totals.amountPaise },
});

/** Recomputes the sums of every generated invoice and of its credit notes. `input` is JSON. */
const recomputed = (input: string) => sql`
  with recursive bill as materialized (
    select *, case
        when gstin is null or (place = '96' and lut) then 'untaxed'
        when gstin = place then 'within'
        else 'igst'
      end as kind
    from jsonb_to_recordset(${input}::jsonb)
      as b(id int, gstin text, place text, lut boolean, shipping numeric, lines jsonb, credits jsonb)
  ), goods as materialized (
    select b.id, b.kind, l.position, l.hsn, l."pricePaise" as price, l.quantity
    from bill b, jsonb_to_recordset(b.lines) as l(position int, hsn text, "pricePaise" numeric, quantity numeric)
  ), candidate as (
    select g.id, g.position, r.rate, round(g.price * 10000 / (10000 + r.rate)) as unit_value, r.above_paise, r.up_to_paise,
      rank() over (partition by g.id, g.position order by length(r.hsn_prefix) desc, r."from" desc) as place
    from goods g join tax_rates r on g.hsn like r.hsn_prefix || '%' and r."from" <= '2026-11-21'
  ), rated as (
    select distinct on (id, position) id, position, rate::numeric
    from candidate where place = 1
    order by id, position,
      (unit_value > coalesce(above_paise, -1) and unit_value <= coalesce(up_to_paise, unit_value)) desc, rate desc
  ), sold as (
    select g.*, g.price * g.quantity as amount, r.rate
    from goods g left join rated r using (id, position)
  ), principal as (
    select distinct on (id) id, rate from sold order by id, amount desc, coalesce(rate, 0) desc
  ), charged as (
    select id, kind, position, price, quantity, amount, rate from sold
    union all
    select b.id, b.kind, -1, null, null, b.shipping, principal.rate
    from bill b join principal using (id)
    where b.shipping > 0
  ), priced as (
    select *, case when kind = 'untaxed' or rate is null then amount else round(amount / (1 + rate / 10000)) end as value
    from charged
  ), line as materialized (
    select *,
      case when kind = 'within' and rate is not null then round(value * rate / 2 / 10000) else 0 end as share,
      case when kind = 'igst' then amount - value else 0 end as igst
    from priced
  ), credit as materialized (
    select b.id, c.note, c.position, c.quantity,
      row_number() over (partition by b.id, c.position order by c.note) as step,
      sum(c.quantity) over (partition by b.id, c.position order by c.note) as so_far
    from bill b, jsonb_to_recordset(b.credits) as c(note int, position int, quantity numeric)
  ), credited as (
    select id, position, 0::bigint as step, 0 as note, 0::numeric as amount, 0::numeric as value, 0::numeric as share,
      0::numeric as igst, amount as left_amount, value as left_value, share as left_share, igst as left_igst
    from line
    union all
    select l.id, l.position, c.step, c.note, a.amount, v.value, v.share, v.igst,
      p.left_amount - a.amount, p.left_value - v.value, p.left_share - v.share, p.left_igst - v.igst
    from credited p
    join credit c on c.id = p.id and c.position = p.position and c.step = p.step + 1
    join line l on l.id = p.id and l.position = p.position
    cross join lateral (select l.position = -1 or c.so_far = l.quantity as is_last) e
    cross join lateral (select case when e.is_last then p.left_amount else l.price * c.quantity end as amount) a
    cross join lateral (
      select case when l.kind = 'untaxed' or l.rate is null then a.amount
        else round(a.amount / (1 + l.rate / 10000)) end as by_rate
    ) r
    cross join lateral (
      select
        case when e.is_last then p.left_value
          when l.kind = 'within' then least(r.by_rate, p.left_value)
          else a.amount - least(greatest(a.amount - r.by_rate, a.amount - p.left_value), p.left_igst) end as value,
        case when e.is_last then p.left_share
          when l.kind = 'within' then least(round(r.by_rate * coalesce(l.rate, 0) / 2 / 10000), p.left_share)
          else 0 end as share,
        case when e.is_last then p.left_igst
          when l.kind = 'within' then 0
          else least(greatest(a.amount - r.by_rate, a.amount - p.left_value), p.left_igst) end as igst
    ) v
  ), printed as (
    select id, 0 as note, amount, value, share, igst from line
    union all
    select id, note, amount, value, share, igst from credited where step > 0
  )
  select id as bill, note, sum(value) as taxable, sum(share) as cgst, sum(share) as sgst, sum(igst) as igst,
    sum(amount) - sum(value) - 2 * sum(share) - sum(igst) as "roundOff", sum(amount) as total
  from printed group by id, note order by id, note`;

/** Converts a generated invoice to JSON for the SQL. Delivery has the position -1 and no quantity. */
function inputOf(id: number, bill: Bill, units: ReturnType<typeof creditedUnits>) {
  const { situation, lines, shippingPaise: shipping, isReturnedWhole } = bill;
  const credits = units.flatMap((credited, index) => credited.map((each) => ({ ...each, note: index + 1 })));
  const delivery = isReturnedWhole && shipping > 0 ? [{ note: units.length, position: -1 }] : [];
  return {
    ...{ id, gstin: situation.gstin, place: situation.place, lut: situation.owner !== withoutLut, shipping },
    lines: lines.map((line, position) => ({ ...line, position })),
    credits: [...credits, ...delivery],
  };
}

it('the sums that the code calculates for 10,000 invoices and their credit notes equal the sums in SQL', async ({
  shop,
}) => {
  const bills = generateBills();
  const units = bills.map(creditedUnits);
  const documents = bills.map((bill, id) => draftDocuments(bill, units[id] ?? []));
  const drafted = documents.flatMap((each, bill) =>
    each.map((document, note) => sumsOf(bill, note, document)),
  );

  // PostgreSQL has no statistics of a JSON parameter, so it would choose nested loops over all lines.
  await shop.db.execute(sql`set local enable_nestloop = off`);
  const input = JSON.stringify(bills.map((bill, id) => inputOf(id, bill, units[id] ?? [])));
  const expected = readRows(Sums, await shop.db.execute(recomputed(input)));

  expect(drafted).toHaveLength(expected.length);
  const different = drafted.flatMap((sums, index) =>
    JSON.stringify(sums) === JSON.stringify(expected[index])
      ? []
      : [{ sums, expected: expected[index], bill: bills[sums.bill] }],
  );
  expect(different.slice(0, 3)).toEqual([]);

  const invoices = documents.flatMap(([invoice]) => invoice ?? []);
  for (const { roundOffPaise, supply, lines } of invoices)
    expect(Math.abs(roundOffPaise)).toBeLessThanOrEqual(supply === 'within-state' ? lines.length : 0);
  // Check that the generated invoices include every situation, rate and sign of the round-off, because otherwise the comparison
  // proves too little.
  for (const { name } of situations)
    expect(bills.filter(({ situation }) => situation.name === name).length, name).toBeGreaterThan(1000);
  const rates = new Set(invoices.flatMap(({ lines }) => lines.map(({ rate }) => rate)));
  expect(rates).toEqual(new Set([500, 1800, 0, null]));
  expect(new Set(invoices.map(({ roundOffPaise }) => Math.sign(roundOffPaise)))).toEqual(new Set([-1, 0, 1]));
  expect(drafted.filter(({ note }) => note > 1).length).toBeGreaterThan(5000);
});
