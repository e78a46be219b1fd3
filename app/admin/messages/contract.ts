import { z } from '@hono/zod-openapi';
import { InboxMessage, messageStatuses } from '../../messages/contract.ts';
import { ListQuery, listOf } from '../layout/contract.ts';

const noSuchState = 'A message is new, answered or closed.';
const state = z.enum(messageStatuses, noSuchState);

export const InboxQuery = ListQuery.extend({ state: state.optional() });

export const Inbox = listOf(InboxMessage).openapi('Inbox');

const noText = 'Please write your answer.';

export const MessageReplyInput = z
  .strictObject({
    text: z
      .string(noText)
      .overwrite((value) => value.replaceAll('\0', ''))
      .trim()
      .min(1, noText)
      .max(8000, 'Please keep this within 8,000 characters.'),
    /** How many answers stood there when this one was written. */
    seenReplyCount: z.number('Please say how many answers you have seen.').int().min(0),
  })
  .openapi('MessageReplyInput');

export const MessageStatusInput = z
  .strictObject({
    /** The state that was seen. */
    from: state,
    to: z.enum(['new', 'closed'], 'A message can be closed or reopened.'),
  })
  .openapi('MessageStatusInput');
export type MessageStatusInput = z.infer<typeof MessageStatusInput>;
