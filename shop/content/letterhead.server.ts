import type { Letterhead } from '../foundation/letter.server.ts';
import type { Settings } from './contract.ts';

/** How the shop signs its letters. */
export function letterheadOf({
  name,
  hindiName,
  contact,
}: Pick<Settings, 'name' | 'hindiName' | 'contact'>): Letterhead {
  return { name, hindiName, foot: [`${name}, ${contact.address}`, `${contact.email}, ${contact.phone}`] };
}
