import { expect } from 'vitest';
import { gulnar, stole } from '../../../tests/fixtures/checkout.ts';
import { decideReturn, inspectReturn, receiveReturn } from '../../../tests/fixtures/order-actions.ts';
import type { TestShop } from '../../../tests/fixtures/shop.ts';
import { deliverOrder, oneOf, paidOrder } from '../../../tests/fixtures/sold-orders.ts';
import { it } from '../../../tests/fixtures/world.ts';
import { OrdersQuery } from '../../admin/orders/contract.ts';
import { requestReturn } from '../returns/return-order.server.ts';
import { listOrders } from './list-orders.server.ts';
import { readOrdersToDo } from './orders-to-do.server.ts';

/** Creates a delivered order of a saree and a stole, with a requested return of the stole. */
async function returnOfStole(shop: TestShop) {
  const sold = await paidOrder(shop, 'meera.new', gulnar, stole);
  const { id, number } = sold.order;
  await deliverOrder(shop, id);
  const item = oneOf(sold, stole);
  const request = { items: [item], reason: 'Something else', note: '' };
  await requestReturn(shop, sold.customerId, id, request);
  return { id, number, position: item.position };
}

/** Returns the filters of the order list that find the order, and the tasks of the dashboard that count it. */
async function whereFound(shop: TestShop, number: string) {
  const isListed = async (query: object) => {
    const { rows } = await listOrders(shop, { ...OrdersQuery.parse(query), limit: 30 });
    return rows.some((row) => row.number === number);
  };
  const found: string[] = [];
  for (const state of ['delivered', 'return_requested', 'return_approved', 'returned', 'refunded'])
    if (await isListed({ state })) found.push(state);
  if (await isListed({ waits: 'inspect' })) found.push('to inspect');
  const toDo = await readOrdersToDo(shop);
  const counted = Object.entries(toDo).flatMap(([task, { count, examples }]) =>
    count > 0 ? [`${task}: ${examples.join(', ')}`] : [],
  );
  return [...found, ...counted];
}

it('lists an order by the state of its returned units, but after their refund by the state of the other units [F-130 F-133]', async ({
  shop,
}) => {
  const { id, number } = await returnOfStole(shop);
  expect(await whereFound(shop, number)).toEqual([
    'return_requested',
    `returnsToDecide: ${number}, “Something else”`,
  ]);
  await decideReturn(shop, id, { approve: true });
  expect(await whereFound(shop, number)).toEqual(['return_approved']);
  await receiveReturn(shop, id);
  expect(await whereFound(shop, number)).toEqual(['returned', 'to inspect', `toInspect: ${number}`]);
  await inspectReturn(shop, id, { resellable: true });
  expect(await whereFound(shop, number)).toEqual(['delivered']);
});

it.for([
  ['not taken back', false],
  ['taken back without a refund', true],
] as const)(
  'lists an order as delivered, without pending work, after one of its units was %s',
  async ([, accept], { shop }) => {
    const { id, number, position } = await returnOfStole(shop);
    await decideReturn(shop, id, { approve: true });
    await receiveReturn(shop, id);
    const found = [{ position, resellable: false, accept }];
    await inspectReturn(shop, id, { found, amountPaise: 0, text: 'It was washed.' });
    expect(await whereFound(shop, number)).toEqual(['delivered']);
  },
);
