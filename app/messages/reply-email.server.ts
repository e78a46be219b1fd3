import type { Settings } from '../content/contract.ts';
import { emailBrandingOf, replyToOf } from '../content/email-branding.server.ts';
import { formatDay } from '../foundation/clock.ts';
import type { Email } from '../foundation/email/email.server.ts';
import { renderEmail } from '../foundation/email/email-template.server.ts';

type Answered = {
  message: { name: string; email: string; message: string; productId: string | null; createdAt: Date };
  text: string;
};

/** The shop's reply, with the message below it. */
export function replyEmail(
  { message, text }: Answered,
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
        `You wrote to us on ${formatDay(message.createdAt)}:\n${quoted(message.message)}`,
      ],
    }),
  };
}

function quoted(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => `> ${line}`)
    .join('\n');
}
