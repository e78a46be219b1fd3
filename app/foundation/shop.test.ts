/** Tests of types: the type check of `npm run check` fails, not the test run. */
import { expectTypeOf, it } from 'vitest';
import type { createPoller } from './jobs/poller.server.ts';
import type { inTransaction, RootShop, Shop, Tx } from './shop.server.ts';

it('a use case that requires a transaction does not accept a shop without one', () => {
  expectTypeOf<Shop>().not.toExtend<Tx>();
  expectTypeOf<Parameters<Parameters<typeof inTransaction>[1]>[0]>().toEqualTypeOf<Tx>();
});

it('a function of a shop accepts a transaction and a root shop', () => {
  expectTypeOf<Tx>().toExtend<Shop>();
  expectTypeOf<RootShop>().toExtend<Shop>();
});

it('a worker does not accept a transaction', () => {
  expectTypeOf<Parameters<typeof createPoller>[0]>().toEqualTypeOf<RootShop>();
  expectTypeOf<Tx>().not.toExtend<RootShop>();
});
