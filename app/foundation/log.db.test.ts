import { expect } from 'vitest';
import { it } from '../../tests/fixtures/world.ts';
import { messages } from '../messages/tables.server.ts';
import { openLog } from './log.server.ts';
import { inTransaction } from './shop.server.ts';

it('logs a database error about a contact message without the texts of the message', async ({ shop }) => {
  const lines: string[] = [];
  const log = openLog('info', { write: (line) => lines.push(line) });
  const row = { name: 'Asha Rao', email: 'asha@example.in', message: 'Is it woven? '.repeat(400) };
  await inTransaction(shop, (shop) => shop.db.insert(messages).values(row)).catch((err: unknown) =>
    log.error({ err }, 'request failed'),
  );
  const line = lines.join('');
  expect(line).not.toMatch(/Asha|asha@|woven/);
  expect(JSON.parse(line).err).toMatchObject({
    message: 'Failed query',
    cause: { errorCode: '23514', constraint: 'messages_lengths', table: 'messages' },
  });
});
