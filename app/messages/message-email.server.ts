import { type Email, escapeHtml } from '../foundation/email/email.server.ts';
import * as urls from '../urls.ts';
import type { ContactMessage } from './contract.ts';

const page = (body: string) => `<!doctype html>
<html lang="en-IN"><body style="font:16px/1.55 Arial,sans-serif">
${body}
</body></html>`;

/** Returns the email to the owner about a message. A reply to this email goes to the sender of the message. */
export function messageEmail(message: ContactMessage, to: string): Email {
  const about = message.piece ? `About the piece ${message.piece}` : undefined;
  const lines = [`${message.name} (${message.email}) wrote to the shop.`, ...(about ? [about] : [])];
  const html = lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('\n');
  const text = escapeHtml(message.message).replace(/\r?\n/g, '<br>');
  return {
    kind: 'message',
    to,
    replyTo: message.email,
    subject: `A message from ${message.name}${message.piece ? `, ${message.piece}` : ''}`,
    text: `${lines.join('\n')}\n\n${message.message}\n\nReply to this email to write to ${message.name}.\n`,
    html: page(`${html}
<p>${text}</p>
<p>Reply to this email to write to ${escapeHtml(message.name)}.</p>`),
  };
}

/**
 * Returns the email to the owner with the number of messages that were not emailed one by one because there were too many in an
 * hour.
 */
export function waitingMessagesEmail(count: number, publicUrl: string, to: string): Email {
  const subject = count === 1 ? '1 more message is waiting' : `${count} more messages are waiting`;
  const url = `${publicUrl}${urls.adminMessages}?state=new`;
  const text = `Many messages have come within an hour, so they are not emailed one by one. ${subject} in the admin:`;
  return {
    kind: 'messages-waiting',
    to,
    subject,
    text: `${text}\n\n${url}\n`,
    html: page(`<p>${text}</p>
<p><a href="${escapeHtml(url)}">${escapeHtml(url)}</a></p>`),
  };
}
