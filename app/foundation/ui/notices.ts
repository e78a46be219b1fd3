import { createStore } from '../browser/store.ts';
import { asFailure } from '../http/api-client.ts';

/** A message to the customer that can appear on any page. */
export type Notice = { id: number; text: string; action: { label: string; to: string } | undefined };

/** The displayed notices, oldest first. */
export const notices = createStore<readonly Notice[]>([]);
let nextId = 1;

/** Shows a notice with an optional link. If there are more than three notices, the oldest notice disappears. */
export function notify(text: string, action?: Notice['action']): void {
  const others = notices.read().filter((notice) => notice.text !== text);
  notices.write([...others, { id: nextId++, text, action }].slice(-3));
}

/**
 * Shows the text `before`, followed by the error message. Shows nothing after a 401, because the session code reports the end of
 * the session.
 */
export function notifyError(error: unknown, before = '', action?: Notice['action']): void {
  const { status, message } = asFailure(error);
  if (status !== 401) notify(before ? `${before} ${message}` : message, action);
}

export function dismissNotice(id: number): void {
  notices.write(notices.read().filter((notice) => notice.id !== id));
}
