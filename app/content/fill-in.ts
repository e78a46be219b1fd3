import { formatRupees, toRupees } from '../foundation/money.ts';
import type { Settings, WrittenPage } from './contract.ts';

const range = ([from, to]: readonly [number, number]) => (from === to ? String(from) : `${from}–${to}`);

/** What may stand in braces in a written page. Each is said once, in the settings, so that no two texts differ. */
export function placeholdersOf({
  shipping,
  contact,
  name,
  returnDays,
  codeMinutes,
}: Settings): Record<string, string> {
  return {
    shopName: name,
    freeFrom: formatRupees(toRupees(shipping.freeFromPaise)),
    indiaDays: range(shipping.indiaDays),
    abroadDays: range(shipping.abroadDays),
    returnDays: String(returnDays),
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
 * Fills the placeholders of a text, such as `{freeFrom}`, from the settings. One that means nothing stays as it
 * is written, so that the owner sees the slip on the page. One that is blank goes with the comma beside it.
 */
export function fillInText(text: string, settings: Settings): string {
  return fillInValues(text, placeholdersOf(settings));
}

/** Fills the placeholders of a text from a table of their words. */
export function fillInValues(text: string, values: Readonly<Record<string, string>>): string {
  const wordOf = (name: string) => (Object.hasOwn(values, name) ? values[name] : undefined);
  return text
    .replace(/, \{(\w+)\}/g, (written, name: string) => (wordOf(name) === '' ? '' : written))
    .replace(/(\{(\w+)\})(, )?/g, (_, written: string, name: string, comma = '') => {
      const word = wordOf(name) ?? written;
      return word && word + comma;
    });
}

/** Fills the placeholders of a whole page: title, introduction, headings and paragraphs. */
export function fillIn(page: WrittenPage, settings: Settings): WrittenPage {
  const fill = (text: string) => fillInText(text, settings);
  return {
    ...page,
    title: fill(page.title),
    intro: fill(page.intro),
    sections: page.sections.map(({ id, heading, paragraphs }) => ({
      id,
      heading: fill(heading),
      paragraphs: paragraphs.map(fill),
    })),
  };
}
