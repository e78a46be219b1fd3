/** Tests of types. If a type is wrong, the type check of `npm run check` fails, but the test run passes. */
import { expectTypeOf, it } from 'vitest';
import type { createPoller } from './jobs/poller.server.ts';
import type { inTransaction, RootShop, Shop, Tx } from './shop.server.ts';

it('does not accept a `Shop` as the argument of a use case that requires a transaction', () => {
  expectTypeOf<Shop>().not.toExtend<Tx>();
  expectTypeOf<Parameters<Parameters<typeof inTransaction>[1]>[0]>().toEqualTypeOf<Tx>();
});

it('accepts a `Tx` and a `RootShop` as the argument of a function that takes a `Shop`', () => {
  expectTypeOf<Tx>().toExtend<Shop>();
  expectTypeOf<RootShop>().toExtend<Shop>();
});

it('does not accept a `Tx` as the argument of a function that starts a worker', () => {
  expectTypeOf<Parameters<typeof createPoller>[0]>().toEqualTypeOf<RootShop>();
  expectTypeOf<Tx>().not.toExtend<RootShop>();
});
