import { createStore } from '../browser/store.ts';

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

export function dismissNotice(id: number): void {
  notices.write(notices.read().filter((notice) => notice.id !== id));
}
