/** The types themselves are under test: it is the type check of `npm run check` that fails. */
import { expectTypeOf, it } from 'vitest';
import type { createPoller } from './jobs/poller.server.ts';
import type { inTransaction, RootShop, Shop, Tx } from './shop.server.ts';

it('a use case that needs a transaction cannot be given a shop without one', () => {
  expectTypeOf<Shop>().not.toExtend<Tx>();
  expectTypeOf<Parameters<Parameters<typeof inTransaction>[1]>[0]>().toEqualTypeOf<Tx>();
});

it('what reads or writes with or without a transaction takes both', () => {
  expectTypeOf<Tx>().toExtend<Shop>();
  expectTypeOf<RootShop>().toExtend<Shop>();
});

it('a worker, which lives longer than a transaction, cannot be given one', () => {
  expectTypeOf<Parameters<typeof createPoller>[0]>().toEqualTypeOf<RootShop>();
  expectTypeOf<Tx>().not.toExtend<RootShop>();
});
