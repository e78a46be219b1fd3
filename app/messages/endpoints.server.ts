import { anyone, endpoint, router } from '../foundation/http/endpoint.server.ts';
import { TooManyRequests } from '../foundation/http/problem.ts';
import { ContactMessage, InvalidMessage, Sent } from './contract.ts';
import { sendMessage } from './messages.server.ts';

export const messageEndpoints = router('Messages', [
  endpoint({
    id: 'sendMessage',
    method: 'post',
    path: '/reachus/send',
    summary: 'Send a message to the shop',
    access: anyone,
    body: ContactMessage,
    response: Sent,
    problems: [InvalidMessage, TooManyRequests],
    invalid: (fields) => InvalidMessage(undefined, fields),
    run: ({ shop, body, client }) => sendMessage(shop, body, client),
  }),
]);
