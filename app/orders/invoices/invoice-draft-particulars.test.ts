import { describe, expect, it } from 'vitest';
import { settings } from '../../../seeds/content.ts';
import { invoiceOf, orderOf, registered, saree, sellerOf } from '../../../tests/fixtures/invoices.ts';
import type { Order } from '../orders.server.ts';

const toUsa = { country: 'United States', state: 'New York', city: 'New York', pincode: '10001' };
const withoutHsn = { ...saree, hsn: null };

const withLut = (lutText: string) => ({ ...registered, seller: { ...registered.seller, lutText } });

/** Returns the settings of a seller in this state, without a GSTIN. */
const unregisteredIn = (state: string) => ({ ...settings, seller: { ...settings.seller, state } });

it('an invoice states the payment method, and the date in India on which the order was placed, or was created if it was never placed', () => {
  const { order, lines } = orderOf([saree]);
  const detailsOf = (change: Partial<Order>) => {
    const { issuedOn, payment, order: details } = invoiceOf({ order: { ...order, ...change }, lines });
    return { issuedOn, payment, ...details };
  };
  const createdAt = new Date('2026-11-18T12:00:00Z');
  const paid = detailsOf({ createdAt, placedAt: new Date('2026-11-19T20:00:00Z'), paymentMethod: 'Online' });
  const printed = {
    number: 'TB1042',
    placedOn: '2026-11-20',
    issuedOn: '2026-11-21',
    payment: 'Paid online',
  };
  expect(paid).toEqual(printed);
  const unpaid = detailsOf({ createdAt, placedAt: null, paymentMethod: 'COD' });
  expect(unpaid).toMatchObject({ placedOn: '2026-11-18', payment: 'Cash on delivery' });
});

describe('the notes of an invoice', () => {
  const signed = 'Issued electronically under the Information Technology Act, 2000. It needs no signature.';
  const noReverseCharge = 'Tax payable on reverse charge: no.';
  const taxedExport = 'Supply meant for export on payment of integrated tax.';
  const unregistered = 'The seller is not registered under GST and charges no tax.';
  const unknownRate =
    'Where the rate is “not known”, the seller had no GST rate on record for these goods that day, so no tax is shown separately.';

  it.each([
    ['within India', [saree], {}, registered, [noReverseCharge]],
    ['if one of two rates is unknown', [saree, withoutHsn], {}, registered, [unknownRate, noReverseCharge]],
    ['if no rate is known', [withoutHsn], {}, registered, [unknownRate, noReverseCharge]],
    ['for an export, with the trimmed text', [saree], toUsa, withLut('  LUT \n'), ['LUT', noReverseCharge]],
    ['for an export with an unknown rate', [withoutHsn], toUsa, withLut('LUT'), ['LUT', noReverseCharge]],
    ['for an export without a LUT', [saree], toUsa, withLut(''), [taxedExport, noReverseCharge]],
    ['for a seller who is not registered', [saree, withoutHsn], {}, settings, [unregistered]],
  ])('are exactly the required sentences: invoice %s', (_, items, to, sellerSettings, notes) => {
    expect(invoiceOf(orderOf(items, { to }), sellerSettings).notes).toEqual([...notes, signed]);
  });
});

describe('the state of the seller', () => {
  it.each([
    ['the GSTIN, even if the settings name another state', sellerOf('07AAAAA0000A1Z4'), 'Delhi', '07'],
    ['the settings without a GSTIN', unregisteredIn('Rajasthan'), 'Rajasthan', '08'],
    ['the settings in lower case', unregisteredIn('rajasthan'), 'Rajasthan', '08'],
    ['the settings, without a code if GST does not know it', unregisteredIn('Rajputana'), 'Rajputana', null],
  ])('is taken from %s', (_, seller, name, code) => {
    expect(invoiceOf(orderOf([saree]), seller).seller.state).toEqual({ name, code });
  });
});

describe('the place of supply', () => {
  const rajasthan = { name: 'Rajasthan', code: '08' };

  it.each([
    ['the state in India for an address without a country', { country: '' }, rajasthan],
    ['the state in India for an address with a blank country', { country: ' ' }, rajasthan],
    ['the state in India for an address in lower case', { country: 'india', state: 'rajasthan' }, rajasthan],
    ['a state without a code if GST does not know it', { state: 'Oz' }, { name: 'Oz', code: null }],
    ['abroad for a country that is not in the list', { country: 'Nepal' }, { name: 'Nepal', code: '96' }],
  ])('is %s', (_, to, place) => {
    const { placeOfSupply, buyer } = invoiceOf(orderOf([saree], { to }));
    expect(placeOfSupply).toEqual(place);
    expect(buyer.state).toEqual(place);
  });
});

describe('the address of the buyer', () => {
  const allLines = ['Meera Joshi', '2nd floor, 14, Ravi Nagar', 'Jaipur, Rajasthan, 302003', 'India'];
  const [name, street, city, country] = allLines;

  it.each([
    ['has every part', {}, allLines],
    ['has no apartment', { apartment: '' }, [name, '14, Ravi Nagar', city, country]],
    ['has no street', { address: '' }, [name, '2nd floor', city, country]],
    ['has no first name', { firstName: '' }, ['Joshi', street, city, country]],
    ['has no name', { firstName: '', lastName: '' }, [street, city, country]],
    ['has no country', { country: '' }, [name, street, city]],
    [
      'has only a name',
      { address: '', apartment: '', city: '', state: '', pincode: '', country: '' },
      [name],
    ],
  ])('is printed without empty lines and commas if it %s', (_, to, lines) => {
    expect(invoiceOf(orderOf([saree], { to })).buyer.lines).toEqual(lines);
  });
});
