import { describe, expect, it } from 'vitest';
import { settings } from '../../seeds/content.ts';
import { invoiceOf, orderOf, registered, saree, sellerOf } from '../../tests/fixtures/invoices.ts';
import type { PaymentMethod } from './contract.ts';
import type { Order } from './orders.server.ts';

const toUsa = { country: 'United States', state: 'New York', city: 'New York', pincode: '10001' };
const unlisted = { ...saree, hsn: null };

/** The invoice of a saree, of whose order something is different. */
function invoiceWith(change: Partial<Order>) {
  const { order, lines } = orderOf([saree]);
  return invoiceOf({ order: { ...order, ...change }, lines });
}

const withLut = (lutText: string) => ({ ...registered, seller: { ...registered.seller, lutText } });

/** The owner without a GSTIN, who says that the shop is there. */
const unregisteredIn = (state: string) => ({ ...settings, seller: { ...settings.seller, state } });

describe('what an invoice says of the order', () => {
  it.each<[PaymentMethod, string]>([
    ['COD', 'Cash on delivery'],
    ['Online', 'Paid online'],
  ])('calls the payment %s “%s”', (paymentMethod, payment) => {
    expect(invoiceWith({ paymentMethod }).payment).toBe(payment);
  });

  it('names the day in India on which the order was placed, not the one on which it was begun', () => {
    const createdAt = new Date('2026-11-18T12:00:00Z');
    const placedAt = new Date('2026-11-19T20:00:00Z');
    const invoice = invoiceWith({ createdAt, placedAt });
    expect(invoice.order).toEqual({ number: 'TB1042', placedOn: '2026-11-20' });
    expect(invoice.issuedOn).toBe('2026-11-21');
  });

  it('names the day on which it was begun where it was never placed', () => {
    const createdAt = new Date('2026-11-18T12:00:00Z');
    expect(invoiceWith({ createdAt, placedAt: null }).order.placedOn).toBe('2026-11-18');
  });
});

describe('the notes of an invoice', () => {
  const signed = 'Issued electronically under the Information Technology Act, 2000. It needs no signature.';
  const noReverseCharge = 'Tax payable on reverse charge: no.';
  const notKnown =
    'Where the rate is “not known”, the shop had none on its list that day, and no tax is named.';

  it.each([
    ['within India', [saree], {}, registered, [noReverseCharge, signed]],
    [
      'of rates of which one is not known',
      [saree, unlisted],
      {},
      registered,
      [notKnown, noReverseCharge, signed],
    ],
    ['of no rate that is known', [unlisted], {}, registered, [notKnown, noReverseCharge, signed]],
    [
      'under a LUT, without the space around it',
      [saree],
      toUsa,
      withLut('  LUT of 2026\n'),
      ['LUT of 2026', noReverseCharge, signed],
    ],
    [
      'under a LUT, of a rate that is not known',
      [unlisted],
      toUsa,
      withLut('LUT'),
      ['LUT', noReverseCharge, signed],
    ],
    [
      'abroad without a LUT',
      [saree],
      toUsa,
      withLut(''),
      ['Supply meant for export on payment of integrated tax.', noReverseCharge, signed],
    ],
    [
      'of a seller who is not registered',
      [saree, unlisted],
      {},
      settings,
      ['The seller is not registered under GST and charges no tax.', signed],
    ],
  ])('%s', (_, things, to, owner, notes) => {
    expect(invoiceOf(orderOf(things, { to }), owner).notes).toEqual(notes);
  });
});

describe('the state of the seller', () => {
  it('is the one that the GSTIN begins with, whatever state the owner names', () => {
    expect(invoiceOf(orderOf([saree]), sellerOf('07AAAAA0000A1Z4')).seller.state).toEqual({
      name: 'Delhi',
      code: '07',
    });
  });

  it.each([
    ['Rajasthan', { name: 'Rajasthan', code: '08' }],
    ['rajasthan', { name: 'Rajasthan', code: '08' }],
    ['Rajputana', { name: 'Rajputana', code: null }],
  ])('is without a GSTIN the one that the owner calls %s', (named, state) => {
    expect(invoiceOf(orderOf([saree]), unregisteredIn(named)).seller.state).toEqual(state);
  });
});

describe('the place of supply', () => {
  const rajasthan = { name: 'Rajasthan', code: '08' };

  it.each([
    ['of an address without a country, India', { country: '' }, rajasthan],
    ['of an address with a blank country, India', { country: ' ' }, rajasthan],
    ['of an address in india, its state', { country: 'india', state: 'rajasthan' }, rajasthan],
    [
      'of a state that GST does not know, without digits',
      { state: 'Rajputana' },
      { name: 'Rajputana', code: null },
    ],
    ['of a country that the shop does not know, abroad', { country: 'Nepal' }, { name: 'Nepal', code: '96' }],
  ])('is %s', (_, to, place) => {
    const { placeOfSupply, buyer } = invoiceOf(orderOf([saree], { to }));
    expect(placeOfSupply).toEqual(place);
    expect(buyer.state).toEqual(place);
  });
});

describe('the address of the buyer', () => {
  const whole = ['Meera Joshi', '2nd floor, 14, Ravi Nagar', 'Jaipur, Rajasthan, 302003', 'India'];
  const [name, street, city, country] = whole;

  it.each([
    ['has every part', {}, whole],
    ['has no apartment', { apartment: '' }, [name, '14, Ravi Nagar', city, country]],
    ['has no street', { address: '' }, [name, '2nd floor', city, country]],
    ['has no state', { state: '' }, [name, street, 'Jaipur, 302003', country]],
    ['has no pincode', { pincode: '' }, [name, street, 'Jaipur, Rajasthan', country]],
    ['has no last name', { lastName: '' }, ['Meera', street, city, country]],
    ['has no first name', { firstName: '' }, ['Joshi', street, city, country]],
    ['has no name', { firstName: '', lastName: '' }, [street, city, country]],
    ['has no country', { country: '' }, [name, street, city]],
    [
      'has nothing but a name',
      { address: '', apartment: '', city: '', state: '', pincode: '', country: '' },
      [name],
    ],
  ])('has no empty parts where it %s', (_, to, lines) => {
    expect(invoiceOf(orderOf([saree], { to })).buyer.lines).toEqual(lines);
  });
});
