import type { Settings } from '../content/contract.ts';
import { emailBrandingOf, replyToOf } from '../content/email-branding.server.ts';
import type { Email } from '../foundation/email/email.server.ts';
import { renderEmail } from '../foundation/email/email-template.server.ts';
import { formatDay } from '../foundation/indian-dates.ts';

type Reply = {
  message: { name: string; email: string; message: string; productId: string | null; createdAt: Date };
  text: string;
};

/** Returns the email with the shop's reply. The email quotes the message below the reply. */
export function replyEmail(
  { message, text }: Reply,
  settings: Pick<Settings, 'name' | 'hindiName' | 'contact'>,
): Email {
  const about = message.productId ? ` about ${message.productId}` : '';
  return {
    kind: 'reply',
    to: message.email,
    replyTo: replyToOf(settings),
    subject: `Your message to ${settings.name}${about}`,
    ...renderEmail(emailBrandingOf(settings), {
      preheader: text.replace(/\s+/g, ' ').slice(0, 120),
      heading: `Namaste ${message.name},`,
      paragraphs: [
        ...text.split(/(?:\r?\n){2,}/),
        `You wrote to us on ${formatDay(message.createdAt)}:\n${quote(message.message)}`,
      ],
    }),
  };
}

function quote(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\n');
}
