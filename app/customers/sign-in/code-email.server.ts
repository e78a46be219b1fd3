import type { Settings } from '../../content/contract.ts';
import { emailBrandingOf, replyToOf } from '../../content/email-branding.server.ts';
import type { Email } from '../../foundation/email/email.server.ts';
import { renderEmail } from '../../foundation/email/email-template.server.ts';

/** Renders the sign-in email. It contains a code and a link, or only a link. A code is also in the subject. */
export function signInEmail(
  settings: Pick<Settings, 'name' | 'hindiName' | 'codeMinutes' | 'contact'>,
  { to, url, code }: { to: string; url: string; code?: string },
): Email {
  const minutes = settings.codeMinutes === 1 ? '1 minute' : `${settings.codeMinutes} minutes`;
  const parts = code === undefined ? 'link' : 'code or link';
  const ignore = `If you did not ask for it, you can ignore this email: it has no effect unless its ${parts} is used`;
  const content =
    code === undefined
      ? {
          heading: 'Namaste. Here is your link to sign in:',
          paragraphs: [
            `It works once, within ${minutes}, and signs you in only in the browser in which you open it. Many codes were requested for this address in the last day, so this email has only a link.`,
            `${ignore}.`,
          ],
          button: { label: 'Sign in', url },
        }
      : {
          heading: 'Namaste. Here is your code to sign in:',
          code,
          paragraphs: [
            `It works once, within ${minutes}. ${ignore}, and we never ask for the code on the phone.`,
            'If the code does not work, use the link instead. It signs you in only in the browser in which you open it.',
          ],
          button: { label: 'Sign in by link', url },
        };
  return {
    kind: 'code',
    to,
    replyTo: replyToOf(settings),
    subject: code ? `${code} is your ${settings.name} code` : `Your link to sign in to ${settings.name}`,
    ...renderEmail(emailBrandingOf(settings), { preheader: `It works once, within ${minutes}.`, ...content }),
  };
}
