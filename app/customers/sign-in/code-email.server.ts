import type { Settings } from '../../content/contract.ts';
import { emailBrandingOf } from '../../content/email-branding.server.ts';
import type { Email } from '../../foundation/email/email.server.ts';
import { renderEmail } from '../../foundation/email/email-template.server.ts';

/** The letter that brings a code to sign in with. The code stands in its subject, for those who read no further. */
export function codeEmail(
  settings: Pick<Settings, 'name' | 'hindiName' | 'codeMinutes' | 'contact'>,
  { to, code }: { to: string; code: string },
): Email {
  const minutes = settings.codeMinutes === 1 ? '1 minute' : `${settings.codeMinutes} minutes`;
  return {
    kind: 'code',
    to,
    subject: `${code} is your ${settings.name} code`,
    ...renderEmail(emailBrandingOf(settings), {
      preheader: `It works once, for ${minutes}.`,
      heading: 'Namaste. Here is your code to sign in:',
      code,
      paragraphs: [
        `It works once, for ${minutes}. If you did not ask for it, you can leave this letter be; nobody gets in without it, and we never ask for it on the phone.`,
      ],
    }),
  };
}
