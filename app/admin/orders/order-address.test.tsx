import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { invoiceOf, orderOf, saree, suit } from '../../../tests/fixtures/invoices.ts';
import { OrderAddress } from './order-address.tsx';
import { InvoicePrint } from './print/invoice-print.tsx';
import { PackingSlip } from './print/print-layout.tsx';

const shipTo = {
  ...{ firstName: 'Meera', lastName: 'Joshi', email: 'meera@example.in', phone: '+91 98290 00000' },
  ...{ apartment: 'Flat 1', address: '5 Hill Road', city: 'Jaipur', state: 'Rajasthan' },
  ...{ pincode: '302003', country: 'India' },
};
const paper = {
  ...{ id: 'o-1', number: 'TB-1', placedAt: null, paymentMethod: 'COD' as const, amountToCollect: 1 },
  ...{ shipTo, lines: [], invoice: null },
};
const sender = { name: 'Tanabana', address: 'Jaipur', phone: '+91 98290 00001' };

it('the order page and the packing slip show the flat before the street, and the slip also shows the phone number', () => {
  const onPage = renderToStaticMarkup(<OrderAddress order={{ shipTo, customerId: null }} />);
  const shown = renderToStaticMarkup(<PackingSlip printout={paper} sender={sender} />);
  for (const html of [onPage, shown])
    expect(html).toContain('<div>Flat 1, 5 Hill Road</div><div>Jaipur, Rajasthan, 302003</div>');
  expect(shown.slice(shown.indexOf('5 Hill Road'))).toContain(`<div>${shipTo.phone}</div>`);
});

it.each([
  ['COD', 55_299.5, '<b>Collect ₹55,299.50</b>'],
  ['Online', 0, '<b>Prepaid, collect nothing</b>'],
] as const)(
  'the packing slip of an order with the payment %s and ₹%s to collect shows: %s',
  (paymentMethod, collect, said) => {
    const shown = renderToStaticMarkup(
      <PackingSlip printout={{ ...paper, paymentMethod, amountToCollect: collect }} sender={sender} />,
    );
    expect(shown).toContain(said);
  },
);

it('the invoice shows each order line and each total once', () => {
  const sold = [saree, { ...suit, rupees: 2990.5, quantity: 3 }];
  const invoice = invoiceOf(orderOf(sold, { shippingPaise: 11_850 }));
  const shown = renderToStaticMarkup(<InvoicePrint invoice={{ ...invoice, payment: 'Cash on delivery' }} />);
  const cells = shown.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|');
  for (const row of [
    'Payment: Cash on delivery.',
    '|Gulnar|5007|1 pc|48,000.00|45,714.29|CGST 2.5 % 1,142.86|SGST 2.5 % 1,142.86|48,000.00|',
    '|Neel suit, size M|6211|3 pcs|2,990.50|7,602.97|CGST 9 % 684.27|SGST 9 % 684.27|8,971.50|',
    '|Delivery|5007|–|–|112.86|CGST 2.5 % 2.82|SGST 2.5 % 2.82|118.50|',
    '|Taxable value|53,430.12|CGST|1,829.95|SGST|1,829.95|Round off|−0.02|Total, all taxes included|₹57,090.00|',
  ])
    expect(cells.split(row)).toHaveLength(2);
});
