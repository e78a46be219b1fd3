import type { MessageStatus } from '../../messages/contract.ts';

export const stateLabels: Record<MessageStatus, string> = {
  new: 'New',
  answered: 'Answered',
  closed: 'Closed',
};

/** Status of a message. A new one is highlighted. */
export function MessageState({ status }: { status: MessageStatus }) {
  return <span className={status === 'new' ? 'state' : 'state soft'}>{stateLabels[status]}</span>;
}
