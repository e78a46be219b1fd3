/** Tests of types. If a type is wrong, the type check of `npm run check` fails, but the test run passes. */
import { expectTypeOf, it } from 'vitest';
import type { createPoller } from './jobs/poller.server.ts';
import type { inTransaction, RootShop, Shop, Tx } from './shop.server.ts';

it('accepts only a `Tx` where a use case requires a transaction, and only a `RootShop` where a worker starts', () => {
  expectTypeOf<Shop>().not.toExtend<Tx>();
  expectTypeOf<Parameters<Parameters<typeof inTransaction>[1]>[0]>().toEqualTypeOf<Tx>();
  expectTypeOf<Parameters<typeof createPoller>[0]>().toEqualTypeOf<RootShop>();
  expectTypeOf<Tx>().not.toExtend<RootShop>();
  expectTypeOf<Tx | RootShop>().toExtend<Shop>();
});
