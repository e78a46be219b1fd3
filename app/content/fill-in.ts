import { formatRupees, toRupees } from '../foundation/money.ts';
import { abroadText } from './abroad-text.ts';
import type { Settings, WrittenPage } from './contract.ts';
import { payingText } from './payment-text.ts';
import { formatDays, indiaShippingSummary, indiaShippingText } from './shipping-text.ts';

/** Returns the values of the placeholders in written pages. The values come from the settings, so that all texts agree. */
export function placeholdersOf(settings: Settings): Record<string, string> {
  const { shipping, cod, contact, name, returnDays, returns, codeMinutes } = settings;
  return {
    shopName: name,
    freeFrom: formatRupees(toRupees(shipping.freeFromPaise)),
    indiaShipping: indiaShippingText(shipping),
    indiaShippingSummary: indiaShippingSummary(shipping),
    abroadOrders: abroadText(),
    waysToPay: payingText(cod),
    indiaDays: formatDays(shipping.indiaDays),
    abroadDays: formatDays(shipping.abroadDays),
    returnDays: String(returnDays),
    returnPhotoDays: String(returns.photoDays),
    codeMinutes: String(codeMinutes),
    officeHours: contact.officeHours,
    email: contact.email,
    phone: contact.phone,
    legalName: contact.legalName || name,
    grievanceOfficer: contact.grievanceOfficer,
    address: contact.address,
  };
}

/**
 * Fills in the placeholders of a text, such as `{freeFrom}`. Keeps an unknown placeholder, so that the owner sees the mistake on
 * the page. Removes a placeholder with an empty value, together with the comma beside it.
 */
export function fillInValues(text: string, values: Readonly<Record<string, string>>): string {
  const textOf = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);
  return text
    .replace(/, \{(\w+)\}/g, (written, name: string) => (textOf(name) === '' ? '' : written))
    .replace(/(\{(\w+)\})(, )?/g, (_, written: string, name: string, comma = '') => {
      const value = textOf(name) ?? written;
      return value && value + comma;
    });
}

/** Fills in the placeholders of a page: in its title, introduction, headings and paragraphs. */
export function fillIn(page: WrittenPage, settings: Settings): WrittenPage {
  const values = placeholdersOf(settings);
  const fill = (text: string) => fillInValues(text, values);
  return {
    ...page,
    title: fill(page.title),
    intro: fill(page.intro),
    sections: page.sections.map(({ id, heading, paragraphs }) => ({
      id,
      heading: fill(heading),
      paragraphs: paragraphs.map(fill).filter((text) => text !== ''),
    })),
  };
}
