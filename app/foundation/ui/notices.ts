/** A message to the customer, shown on any page. */
export type Notice = { id: number; text: string; action: { label: string; to: string } | undefined };

let notices: readonly Notice[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

function show(list: readonly Notice[]) {
  notices = list;
  for (const listener of listeners) listener();
}

/** Shows a notice with an optional link. At most three notices are shown; the oldest disappears first. */
export function notify(text: string, action?: Notice['action']): void {
  show([...notices.filter((notice) => notice.text !== text), { id: nextId++, text, action }].slice(-3));
}

export function dismissNotice(id: number): void {
  show(notices.filter((notice) => notice.id !== id));
}

export const currentNotices = () => notices;

export function subscribeToNotices(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
