import type { MessageStatus } from '../../messages/contract.ts';

export const stateLabels: Record<MessageStatus, string> = {
  new: 'New',
  answered: 'Answered',
  closed: 'Closed',
};

export function MessageState({ status }: { status: MessageStatus }) {
  return <span className={status === 'new' ? 'state' : 'state soft'}>{stateLabels[status]}</span>;
}
