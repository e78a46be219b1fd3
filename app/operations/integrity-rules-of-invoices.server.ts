/** The rules of the integrity check about invoices and credit notes. See `integrity-rules.server.ts`. */

import { quoteStates } from '../orders/tables.server.ts';
import { unpaidStates } from '../orders/transitions.ts';

/** SQL for the lines of all issued invoices and credit notes. */
const documentLines = `select i.kind, i.number, i.order_id, line.* from invoices i
  cross join lateral jsonb_to_recordset(i.document -> 'lines') as line (position integer, quantity integer, "pricePaise" bigint,
    "amountPaise" bigint, "taxablePaise" bigint, "taxPaise" bigint, "cgstPaise" bigint, "sgstPaise" bigint, "igstPaise" bigint)`;

const columns = ['amountPaise', 'taxablePaise', 'taxPaise', 'cgstPaise', 'sgstPaise', 'igstPaise'];

/** SQL for the sums of all columns that contain amounts. */
const sums = columns.map((column) => `sum("${column}") as "${column}"`).join(', ');

/** SQL that lists the name of each column of amounts with the two values that are compared. */
const eachColumn = (first: (column: string) => string, second: (column: string) => string) =>
  `cross join lateral (values ${columns.map((column) => `('${column}', ${first(column)}, ${second(column)})`).join(', ')})
    as c (name, first, second)`;

export const invoiceRules: readonly { name: string; statement: string }[] = [
  {
    name: 'packed orders have one invoice, and others none',
    statement: `
      with counted as (
        select o.number, o.state, (select count(*) from invoices i where i.order_id = o.id and i.kind = 'invoice') as count,
          case when o.state in (${quoteStates([...unpaidStates, 'placed'])}) then 0
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
      cancelled as (
        select h.order_id, u.position, sum(u.quantity) as quantity from order_history h
          cross join lateral jsonb_to_recordset(h.lines) as u (position integer, quantity integer)
        where h.state = 'cancelled' group by h.order_id, u.position),
      sold (number, position, quantity, price_paise, amount_paise) as (
        select i.number, l.position, l.quantity - coalesce(c.quantity, 0), l.price_paise,
          l.price_paise * (l.quantity - coalesce(c.quantity, 0)) as amount_paise
        from invoices i join order_lines l on l.order_id = i.order_id left join cancelled c on c.order_id = l.order_id and c.position = l.position
        where i.kind = 'invoice' and l.quantity > coalesce(c.quantity, 0)
        union all
        select i.number, (select max(l.position) + 1 from order_lines l left join cancelled c on c.order_id = l.order_id and c.position = l.position
            where l.order_id = o.id and l.quantity > coalesce(c.quantity, 0)), null, null, o.shipping_paise
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
        select i.number, 'total by its order', i.total_paise, o.total_paise - o.cancelled_paise
        from invoices i join orders o on o.id = i.order_id
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
    // Two kinds of refunds need no credit note: the refund of a second payment of the same order, and a refund before the
    // invoice.
    name: 'refunds since an invoice have credit notes',
    statement: `
      with refunded as (
        select p.reference, sum(r.refunded) - greatest(0, sum(r.amount_paise) - o.total_paise) as amount
        from payments p join orders o on o.id::text = p.reference join (
          select r.payment_id, r.amount_paise, coalesce(sum(f.amount_paise), 0) as refunded
          from receipts r left join refunds f on f.receipt_id = r.id group by r.id
        ) r on r.payment_id = p.id group by p.reference, o.id),
      credited as (select order_id, sum(total_paise) as amount from invoices where kind = 'credit-note' group by order_id)
      select format('%s: %s paise credited, and %s refunded since its invoice', o.number, coalesce(c.amount, 0),
        f.amount - i.refunded_before_paise) as difference
      from invoices i join orders o on o.id = i.order_id join refunded f on f.reference = o.id::text
      left join credited c on c.order_id = o.id
      where i.kind = 'invoice' and least(f.amount - i.refunded_before_paise, i.total_paise) > coalesce(c.amount, 0)
      order by o.number`,
  },
  {
    name: 'credit notes have a cause, and invoices none',
    statement: `
      select format('%s: %s, for %s', number, kind, coalesce(cause, 'no cause')) as difference from invoices
      where (kind = 'credit-note') <> (cause is not null) order by number`,
  },
  {
    // A credit note is smaller than its refund if earlier credit notes of the order have already credited a part of the refund.
    name: 'a credit note of a refund is of its order, and of at most its amount',
    statement: `
      select format('%s: %s paise of %s credited, and %s of %s refunded', n.number, n.total_paise, o.number,
        coalesce(f.amount_paise, 0), coalesce(p.reference, 'no order')) as difference
      from invoices n join orders o on o.id = n.order_id
      left join refunds f on f.id = n.refund_id
      left join receipts r on r.id = f.receipt_id left join payments p on p.id = r.payment_id
      where n.cause = 'refund'
        and (f.id is null or n.total_paise > f.amount_paise or p.reference is distinct from o.id::text)
      order by n.number`,
  },
  {
    name: 'a credit note of a whole order brings its invoice to zero in every column',
    statement: `
      with summed as (select order_id, kind, ${sums} from (${documentLines}) l group by order_id, kind)
      select format('%s, %s: %s credited of %s', o.number, c.name, coalesce(c.first, 0), coalesce(c.second, 0)) as difference
      from orders o left join summed n on n.order_id = o.id and n.kind = 'credit-note'
      left join summed b on b.order_id = o.id and b.kind = 'invoice'
      ${eachColumn(
        (column) => `n."${column}"`,
        (column) => `b."${column}"`,
      )}
      where exists (select from invoices i where i.order_id = o.id and i.cause in ('cancelled', 'undelivered'))
        and c.first is distinct from c.second order by o.number, c.name`,
  },
  {
    // The credit note omits a line if earlier refunds have already credited its whole amount.
    name: 'a credit note of a return = its accepted lines',
    statement: `
      with line as (select l.*, i.return_id from (${documentLines}) l join invoices i using (number)
        join order_lines o on o.order_id = l.order_id and o.position = l.position where i.kind = 'credit-note'),
      noted as (select * from line where return_id is not null),
      accepted as (
        select i.number, i.order_id, r.position, r.quantity from invoices i join return_lines r on r.return_id = i.return_id
        where r.accepted)
      select format('%s, line %s: %s units credited, and %s accepted', number, position + 1, coalesce(n.quantity, 0),
        coalesce(a.quantity, 0)) as difference
      from noted n full join accepted a using (number, position)
      where n.quantity is distinct from a.quantity
        and (n.number is not null or not exists (
          select from line c join (${documentLines}) b on b.order_id = c.order_id and b.position = c.position
          where b.kind = 'invoice' and c.order_id = a.order_id and c.position = a.position
          group by b."amountPaise" having sum(c."amountPaise") >= b."amountPaise"))
      order by number, position`,
  },
  {
    // A line needs no credit note of the return if earlier refunds have already credited its whole amount. For returns before
    // migration 0010, the credit note belongs to the refund instead.
    name: 'accepted lines of a return have a credit note',
    statement: `
      with line as (select order_id, kind, position, sum("amountPaise") as amount from (${documentLines}) l group by order_id, kind, position)
      select format('%s, line %s: %s units accepted, and %s of %s paise credited without a note of the return', o.number,
        l.position + 1, l.quantity, coalesce(c.amount, 0), b.amount) as difference
      from return_lines l join returns r on r.id = l.return_id join orders o on o.id = r.order_id
      join line b on b.order_id = o.id and b.position = l.position and b.kind = 'invoice'
      left join line c on c.order_id = o.id and c.position = l.position and c.kind = 'credit-note'
      where l.accepted and coalesce(c.amount, 0) < b.amount
        and not exists (select from invoices i where i.return_id = r.id
          or (i.order_id = o.id and i.cause = 'refund' and i.issued_at >= r.requested_at))
      order by o.number, l.position`,
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
