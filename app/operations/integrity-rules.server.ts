/**
 * The rules of the integrity check: one SQL statement for each. A statement selects `difference`, one text for each difference,
 * which begins with the order number, the variant or the number of the invoice or credit note.
 */

import { statePrecedence } from '../orders/order-state.ts';

export type IntegrityRule = {
  /** What must agree. */
  name: string;
  statement: string;
  /** True if a restore is refused when the restored rows break the rule, because the stock or the money would be wrong. */
  isRequired?: true;
};

/**
 * Orders of the demonstration's past, the only ones without a cart. They were sold before the stock was counted, and paid in
 * cash before receipts were recorded.
 */
const isFromSeed = 'o.cart_version = 0';

const isUnpaid = `o.state in ('pending_payment', 'expired')`;

/** Orders with the sums of their receipts and refunds. `reference` of a payment is the order's id. */
const money = `select o.*, coalesce(m.received, 0) as received, coalesce(m.cash, 0) as cash, coalesce(m.refunded, 0) as refunded
  from orders o left join (
    select p.reference, sum(r.amount_paise) as received, sum(f.refunded) as refunded,
      sum(r.amount_paise) filter (where r.provider = 'cash') as cash
    from receipts r join payments p on p.id = r.payment_id left join (
      select receipt_id, sum(amount_paise) as refunded from refunds group by receipt_id
    ) f on f.receipt_id = r.id
    group by p.reference
  ) m on m.reference = o.id::text`;

/** The lines of all issued invoices and credit notes. */
const documentLines = `select i.kind, i.number, i.order_id, line.* from invoices i
  cross join lateral jsonb_to_recordset(i.document -> 'lines') as line (position integer, quantity integer, "pricePaise" bigint,
    "amountPaise" bigint, "taxablePaise" bigint, "taxPaise" bigint, "cgstPaise" bigint, "sgstPaise" bigint, "igstPaise" bigint)`;

const columns = ['amountPaise', 'taxablePaise', 'taxPaise', 'cgstPaise', 'sgstPaise', 'igstPaise'];

/** SQL for the sums of all columns of amounts. */
const sums = columns.map((column) => `sum("${column}") as "${column}"`).join(', ');

/** SQL that lists each column by its name, with its value in two sources. */
const eachColumn = (first: (column: string) => string, second: (column: string) => string) =>
  `cross join lateral (values ${columns.map((column) => `('${column}', ${first(column)}, ${second(column)})`).join(', ')})
    as c (name, first, second)`;

const stockRules: readonly IntegrityRule[] = [
  {
    name: 'units on hand = sum of the stock movements',
    isRequired: true,
    statement: `
      select format('%s: %s on hand, %s by its movements', s.variant_id, s.on_hand, coalesce(m.moved, 0)) as difference
      from stock_levels s
      left join (select variant_id, sum(change) as moved from stock_movements group by variant_id) m using (variant_id)
      where s.on_hand <> coalesce(m.moved, 0) order by s.variant_id`,
  },
  {
    name: 'units held = sum of the holds',
    isRequired: true,
    statement: `
      select format('%s: %s held, %s by its holds', s.variant_id, s.held, coalesce(h.held, 0)) as difference
      from stock_levels s
      left join (select variant_id, sum(count) as held from holds group by variant_id) h using (variant_id)
      where s.held <> coalesce(h.held, 0) order by s.variant_id`,
  },
  {
    name: 'holds are for the lines of unpaid orders',
    statement: `
      select format('%s, %s, %s: %s held of %s ordered', coalesce(o.number, h.holder), coalesce(o.state, 'no order'), h.variant_id,
        h.count, coalesce(l.quantity, 0)) as difference
      from holds h left join orders o on o.id::text = h.holder
      left join (select order_id, variant_id, sum(quantity) as quantity from order_lines group by order_id, variant_id) l
        on l.order_id = o.id and l.variant_id = h.variant_id
      where o.id is null or o.state <> 'pending_payment' or h.count <> coalesce(l.quantity, 0)
      order by o.number, h.variant_id`,
  },
  {
    name: 'stock movements of an order = its lines',
    statement: `
      with moved as (
        select reference as number, variant_id, coalesce(-sum(change) filter (where change < 0), 0) as sold,
          coalesce(sum(change) filter (where change > 0), 0) as restocked
        from stock_movements where reference is not null group by reference, variant_id),
      ordered as (
        select o.number, l.variant_id, sum(case when ${isUnpaid} or ${isFromSeed} then 0 else l.quantity end) as sold,
          coalesce(sum(u.restocked), 0) as restocked
        from orders o join order_lines l on l.order_id = o.id left join (
          select order_id, position, sum(quantity) as restocked from order_units where restocked_at is not null
          group by order_id, position) u using (order_id, position)
        group by o.number, l.variant_id)
      select format('%s, %s: %s sold and %s restocked by its movements, %s and %s by its order', number, variant_id,
        coalesce(m.sold, 0), coalesce(m.restocked, 0), coalesce(l.sold, 0), coalesce(l.restocked, 0)) as difference
      from ordered l full join moved m using (number, variant_id)
      where coalesce(m.sold, 0) <> coalesce(l.sold, 0) or coalesce(m.restocked, 0) <> coalesce(l.restocked, 0)
      order by number, variant_id`,
  },
  {
    name: 'units are restocked as their state and inspection say',
    statement: `
      select distinct format('%s, %s: %s', o.number, u.state,
        case when u.restocked_at is null then 'not restocked' else 'restocked' end) as difference
      from order_units u join orders o on o.id = u.order_id left join order_returns r on r.order_id = o.id
      where (u.restocked_at is null and u.state = 'cancelled' and not ${isFromSeed})
        or (u.restocked_at is not null and u.state not in ('cancelled', 'returned_to_seller', 'returned', 'refunded'))
        or r.resellable <> (u.restocked_at is not null)
      order by difference`,
  },
  {
    name: 'state of an order = derived from the states of its units',
    statement: `
      select format('%s: %s, and %s by its units', o.number, o.state, coalesce(u.state, 'nothing')) as difference
      from orders o left join lateral (
        select state from order_units where order_id = o.id
        order by array_position(array[${statePrecedence.map((state) => `'${state}'`).join(', ')}], state) limit 1
      ) u on true
      where o.state is distinct from u.state order by o.number`,
  },
  {
    name: 'units of a line = its quantity',
    statement: `
      select format('%s, line %s: %s units of %s', o.number, l.position + 1, coalesce(u.quantity, 0), l.quantity) as difference
      from order_lines l join orders o on o.id = l.order_id
      left join (select order_id, position, sum(quantity) as quantity from order_units group by order_id, position) u
        on u.order_id = l.order_id and u.position = l.position
      where l.quantity is distinct from u.quantity order by o.number, l.position`,
  },
];

const moneyRules: readonly IntegrityRule[] = [
  {
    name: 'total of an order = its lines + delivery',
    statement: `
      select format('%s: a total of %s paise, %s by its lines and delivery', o.number, o.total_paise,
        coalesce(l.amount, 0) + o.shipping_paise + o.tax_paise) as difference
      from orders o
      left join (select order_id, sum(price_paise * quantity) as amount from order_lines group by order_id) l on l.order_id = o.id
      where o.total_paise <> coalesce(l.amount, 0) + o.shipping_paise + o.tax_paise order by o.number`,
  },
  {
    name: 'a payment is of its order’s total',
    statement: `
      select format('%s: a payment of %s paise for %s', coalesce(o.number, p.reference), p.amount_paise,
        case when o.id is null then 'an unknown order' else format('a total of %s', o.total_paise) end) as difference
      from payments p left join orders o on o.id::text = p.reference
      where o.id is null or p.amount_paise <> o.total_paise order by o.number, p.id`,
  },
  {
    name: 'refunds do not exceed their receipt',
    isRequired: true,
    statement: `
      select format('%s: %s paise refunded of a receipt of %s', coalesce(o.number, p.reference), f.refunded, r.amount_paise)
        as difference
      from receipts r join payments p on p.id = r.payment_id
      join (select receipt_id, sum(amount_paise) as refunded from refunds group by receipt_id) f on f.receipt_id = r.id
      left join orders o on o.id::text = p.reference
      where f.refunded > r.amount_paise order by o.number, r.id`,
  },
  {
    name: 'unpaid and cancelled orders keep no money, and refunded orders have a refund',
    statement: `
      select format('%s, %s: %s paise received and %s refunded', o.number, o.state, o.received, o.refunded) as difference
      from (${money}) o
      where ((${isUnpaid} or o.state = 'cancelled') and o.received <> o.refunded)
        or (o.state = 'refunded' and o.refunded = 0)
      order by o.number`,
  },
  {
    name: 'cash is received for delivered cash orders only, and is their total',
    statement: `
      select format('%s, %s, %s: %s paise received, %s of them in cash, for a total of %s', o.number, o.payment_method, o.state,
        o.received, o.cash, o.total_paise) as difference
      from (${money}) o
      where (o.payment_method = 'COD' and o.received <> o.cash) or (o.payment_method <> 'COD' and o.cash <> 0)
        or (o.payment_method = 'COD' and o.received <> case when o.delivered_at is null then 0 else o.total_paise end
          and not (${isFromSeed} and o.received = 0))
      order by o.number`,
  },
  {
    name: 'orders paid online have received their total once',
    statement: `
      select format('%s, %s: %s paise received and %s refunded, for a total of %s', o.number, o.state, o.received, o.refunded,
        o.total_paise) as difference
      from (${money}) o
      where o.payment_method = 'Online' and not ${isUnpaid}
        and (o.received < o.total_paise or o.received - o.refunded > o.total_paise)
      order by o.number`,
  },
];

const documentRules: readonly IntegrityRule[] = [
  {
    name: 'packed orders have one invoice, and others none',
    statement: `
      with counted as (
        select o.number, o.state, (select count(*) from invoices i where i.order_id = o.id and i.kind = 'invoice') as count,
          case when o.state in ('pending_payment', 'expired', 'placed') then 0
            when o.state <> 'cancelled' then 1
            else (select count(distinct h.state) from order_history h where h.order_id = o.id and h.state = 'packed')
          end as due
        from orders o)
      select format('%s, %s: %s invoices, and %s by its state', number, state, count, due) as difference
      from counted where count <> due order by number`,
  },
  {
    name: 'lines of an invoice = lines of its order, and its delivery',
    statement: `
      with billed as (select * from (${documentLines}) line where kind = 'invoice'),
      sold as (
        select i.number, l.position, l.quantity, l.price_paise, l.price_paise * l.quantity as amount_paise
        from invoices i join order_lines l on l.order_id = i.order_id where i.kind = 'invoice'
        union all
        select i.number, (select max(l.position) + 1 from order_lines l where l.order_id = o.id), null, null, o.shipping_paise
        from invoices i join orders o on o.id = i.order_id where i.kind = 'invoice' and o.shipping_paise > 0)
      select format('%s, line %s: %s × %s = %s paise, and %s × %s = %s in its order', number, position + 1,
        coalesce(b.quantity, 0), coalesce(b."pricePaise", 0), coalesce(b."amountPaise", 0),
        coalesce(s.quantity, 0), coalesce(s.price_paise, 0), coalesce(s.amount_paise, 0)) as difference
      from billed b full join sold s using (number, position)
      where (b.quantity, b."pricePaise", b."amountPaise") is distinct from (s.quantity, s.price_paise, s.amount_paise)
      order by number, position`,
  },
  {
    name: 'totals of a document = sums of its lines, and its parts',
    statement: `
      with summed as (select number, ${sums} from (${documentLines}) line group by number),
      compared as (
        select i.number, c.* from invoices i left join summed s on s.number = i.number
          ${eachColumn(
            (column) => `(i.document #>> '{totals,${column}}')::bigint`,
            (column) => `s."${column}"`,
          )}
        union all
        select number, format('line %s, taxPaise', position + 1), "taxPaise", "cgstPaise" + "sgstPaise" + "igstPaise"
        from (${documentLines}) line
        union all
        select i.number, 'amount with round-off', t."amountPaise",
          t."taxablePaise" + t."taxPaise" + coalesce((i.document ->> 'roundOffPaise')::bigint, 0)
        from invoices i cross join lateral jsonb_to_record(i.document -> 'totals')
          as t ("amountPaise" bigint, "taxablePaise" bigint, "taxPaise" bigint)
        union all
        select i.number, 'total by its document', i.total_paise, (i.document #>> '{totals,amountPaise}')::bigint from invoices i
        union all
        select i.number, 'total by its order', i.total_paise, o.total_paise from invoices i join orders o on o.id = i.order_id
        where i.kind = 'invoice')
      select format('%s, %s: %s instead of %s', number, name, coalesce(first::text, 'missing'),
        coalesce(second::text, 'missing')) as difference
      from compared where first is distinct from second order by number, name`,
  },
  {
    name: 'numbers of a series are 1 to n',
    statement: `
      with numbered as (
        select *, lag(serial, 1, 0) over (partition by series order by serial) as before from invoices)
      select difference from (
        select series, serial, format('%s: no document is between %s and %s', series, before, serial) as difference
        from numbered where serial <> before + 1
        union all
        select series, serial, format('%s: the number %s of its series %s', number, serial, series) from invoices
        where number <> series || lpad(serial::text, greatest(6, length(serial::text)), '0')
        union all
        select s.series, s.last_number, format('%s: the last document is %s, and %s were numbered', s.series,
          coalesce(n.last, 0), s.last_number)
        from invoice_series s left join (select series, max(serial) as last from invoices group by series) n using (series)
        where s.last_number <> coalesce(n.last, 0)
      ) d order by series, serial`,
  },
  {
    // A refund of a payment that came after the order was paid concerns no goods. Neither does a refund before the invoice.
    name: 'refunds of an invoiced order have a credit note',
    statement: `
      select format('%s: no credit note for the refund of %s paise at %s', o.number, f.amount_paise, f.created_at) as difference
      from refunds f join receipts r on r.id = f.receipt_id join payments p on p.id = r.payment_id
      join orders o on o.id::text = p.reference join invoices i on i.order_id = o.id and i.kind = 'invoice'
      where f.created_at > i.issued_at and (r.provider = 'cash' or r.at <= o.placed_at)
        and not exists (select from invoices n where n.refund_id = f.id)
      order by o.number, f.created_at`,
  },
  {
    name: 'a credit note is of its refund’s order and amount',
    statement: `
      select format('%s: %s paise of %s credited, and %s of %s refunded', n.number, n.total_paise, o.number,
        coalesce(f.amount_paise, 0), coalesce(p.reference, 'no order')) as difference
      from invoices n join orders o on o.id = n.order_id
      left join refunds f on f.id = n.refund_id
      left join receipts r on r.id = f.receipt_id left join payments p on p.id = r.payment_id
      where n.kind = 'credit-note'
        and (n.total_paise is distinct from f.amount_paise or p.reference is distinct from o.id::text)
      order by n.number`,
  },
  {
    name: 'credit notes do not exceed a line of their invoice in any column',
    statement: `
      with line as (select order_id, kind, position, ${sums} from (${documentLines}) l group by order_id, kind, position)
      select format('%s, line %s, %s: %s credited, and %s invoiced', o.number, n.position + 1, c.name, c.first, c.second)
        as difference
      from line n join orders o on o.id = n.order_id
      left join line b on b.order_id = n.order_id and b.position = n.position and b.kind = 'invoice'
      ${eachColumn(
        (column) => `n."${column}"`,
        (column) => `coalesce(b."${column}", 0)`,
      )}
      where n.kind = 'credit-note' and c.first > c.second order by o.number, n.position, c.name`,
  },
];

export const integrityRules: readonly IntegrityRule[] = [...stockRules, ...moneyRules, ...documentRules];
