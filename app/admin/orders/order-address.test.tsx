import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { OrderAddress } from './order-address.tsx';
import { PackingSlip } from './print/packing-slip.tsx';

const shipTo = {
  ...{ firstName: 'Meera', lastName: 'Joshi', email: 'meera@example.in', phone: '+91 98290 00000' },
  ...{ apartment: 'Flat 1', address: '5 Hill Road', city: 'Jaipur', state: 'Rajasthan' },
  ...{ pincode: '302003', country: 'India' },
};
const paper = {
  ...{ id: 'o-1', number: 'TB-1', placedAt: null, paymentMethod: 'COD' as const, collect: 1 },
  ...{ shipTo, lines: [], invoice: null },
};
const sender = { name: 'Tanabana', address: 'Jaipur', phone: '+91 98290 00001' };

it('writes the flat before the street in the order view of the staff', () => {
  const shown = renderToStaticMarkup(<OrderAddress order={{ shipTo, customerId: null }} />);
  expect(shown).toContain('<div>Flat 1, 5 Hill Road</div><div>Jaipur, Rajasthan, 302003</div>');
});

it('writes the customer’s telephone number below their address in the packing slip', () => {
  const shown = renderToStaticMarkup(<PackingSlip paper={paper} sender={sender} />);
  expect(shown.slice(shown.indexOf('5 Hill Road'))).toContain(`<div>${shipTo.phone}</div>`);
});

it('writes the flat before the street in the packing slip', () => {
  const shown = renderToStaticMarkup(<PackingSlip paper={paper} sender={sender} />);
  expect(shown).toContain('<div>Flat 1, 5 Hill Road</div><div>Jaipur, Rajasthan, 302003</div>');
});
