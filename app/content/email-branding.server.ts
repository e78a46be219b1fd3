import type { EmailBranding } from '../foundation/email/email-template.server.ts';
import type { Settings } from './contract.ts';

export const replyToOf = ({ contact }: Pick<Settings, 'contact'>): string => contact.replyTo || contact.email;

/** Returns the shop's name and the footer of its emails. */
export function emailBrandingOf(settings: Pick<Settings, 'name' | 'hindiName' | 'contact'>): EmailBranding {
  const { name, hindiName, contact } = settings;
  const { address, email, officeHours } = contact;
  const footerLines = [`${name}, hand-woven in India`, address, `${email}, ${officeHours}`].filter(Boolean);
  return { name, hindiName, footerLines };
}
