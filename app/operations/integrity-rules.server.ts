/**
 * The rules of the integrity check. Each rule is an SQL statement that selects `difference`, one text for each difference. The
 * text begins with the order number, the variant, or the number of the invoice or credit note.
 */

import { statePrecedence } from '../orders/order-state.ts';
import { quoteStates } from '../orders/tables.server.ts';
import { backStates, unpaidStates } from '../orders/transitions.ts';
import { invoiceRules } from './integrity-rules-of-invoices.server.ts';

export type IntegrityRule = {
  /** A sentence that is true of correct data. The statement selects the rows for which it is not true. */
  name: string;
  statement: string;
  /** True if a restore is rejected when the restored rows violate the rule, because stock or money would be wrong. */
  isRequired?: true;
};

/**
 * SQL condition that is true for orders of the seed, the only orders without a cart. They have no stock movements, and their cash
 * payments have no receipts.
 */
const isFromSeed = 'o.cart_version = 0';

const isUnpaid = `o.state in (${quoteStates(unpaidStates)})`;

/**
 * SQL for the amount to be paid for an order, in paise. For cash on delivery, it excludes units that were cancelled before
 * packing.
 */
const duePaise = `(total_paise - case when payment_method = 'COD' then cancelled_paise else 0 end)`;

/** SQL for the orders with the sums of their receipts and refunds. The `reference` of a payment is the id of its order. */
const money = `select o.*, ${duePaise} as due, coalesce(m.received, 0) as received, coalesce(m.cash, 0) as cash, coalesce(m.refunded, 0) as refunded
  from orders o left join (
    select p.reference, sum(r.amount_paise) as received, sum(f.refunded) as refunded,
      sum(r.amount_paise) filter (where r.provider = 'cash') as cash
    from receipts r join payments p on p.id = r.payment_id left join (
      select receipt_id, sum(amount_paise) as refunded from refunds group by receipt_id
    ) f on f.receipt_id = r.id
    group by p.reference
  ) m on m.reference = o.id::text`;

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
      from order_units u join orders o on o.id = u.order_id
      left join return_lines r on r.return_id = u.return_id and r.position = u.position
      where (u.restocked_at is null and u.state = 'cancelled' and not ${isFromSeed})
        or (u.restocked_at is not null and u.state not in (${quoteStates(['cancelled', ...backStates, 'refunded'])}))
        or (u.restocked_at is not null and u.state <> 'cancelled' and u.inspected_at is null)
        or r.resellable <> (u.restocked_at is not null)
      order by difference`,
  },
  {
    name: 'units of a return = its lines',
    statement: `
      with named as (
        select return_id, position, sum(quantity) as quantity from order_units where return_id is not null
        group by return_id, position)
      select format('%s, line %s: %s units of a return of %s', o.number, position + 1, coalesce(u.quantity, 0),
        coalesce(r.quantity, 0)) as difference
      from named u full join return_lines r using (return_id, position)
      join returns on returns.id = return_id join orders o on o.id = returns.order_id
      where u.quantity is distinct from r.quantity order by o.number, position`,
  },
  {
    name: 'state of an order = derived from the states of its units',
    statement: `
      select format('%s: %s, and %s by its units', o.number, o.state, coalesce(u.state, 'nothing')) as difference
      from orders o left join lateral (
        select state from order_units where order_id = o.id order by array_position(
          array[${quoteStates(statePrecedence)}],
          case when state = 'returned' and inspected_at is not null then 'inspected' else state end) limit 1
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
    name: 'cancelled amount of an order = its cancelled units',
    statement: `
      select format('%s: %s paise cancelled, %s by its units', o.number, o.cancelled_paise, coalesce(u.amount, 0)) as difference
      from orders o left join (
        select order_id, sum(l.price_paise * u.quantity) as amount
        from order_units u join order_lines l using (order_id, position) where u.state = 'cancelled' group by order_id
      ) u on u.order_id = o.id
      where o.state <> 'cancelled' and o.cancelled_paise <> coalesce(u.amount, 0) order by o.number`,
  },
  {
    // A cash payment does not include units that were cancelled before packing. An online payment always has the order's whole
    // total: a cancelled unit is refunded.
    name: 'a payment is of its order’s total',
    statement: `
      select format('%s: a payment of %s paise for %s', coalesce(o.number, p.reference), p.amount_paise,
        case when o.id is null then 'an unknown order' else format('a total of %s', o.due) end) as difference
      from payments p left join (select id, number, ${duePaise} as due from orders) o on o.id::text = p.reference
      where o.id is null or p.amount_paise <> o.due order by o.number, p.id`,
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
        o.received, o.cash, o.due) as difference
      from (${money}) o
      where (o.payment_method = 'COD' and o.received <> o.cash) or (o.payment_method <> 'COD' and o.cash <> 0)
        or (o.payment_method = 'COD' and o.received <> case when o.delivered_at is null then 0 else o.due end
          and not (${isFromSeed} and o.received = 0))
      order by o.number`,
  },
  {
    name: 'orders paid online have received their total once',
    statement: `
      select format('%s, %s: %s paise received and %s refunded, for a total of %s', o.number, o.state, o.received, o.refunded,
        o.total_paise - o.cancelled_paise) as difference
      from (${money}) o
      where o.payment_method = 'Online' and not ${isUnpaid}
        and (o.received < o.total_paise or o.received - o.refunded > o.total_paise - o.cancelled_paise)
      order by o.number`,
  },
];

export const integrityRules: readonly IntegrityRule[] = [...stockRules, ...moneyRules, ...invoiceRules];
