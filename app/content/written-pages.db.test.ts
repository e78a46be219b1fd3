import { expect } from 'vitest';
import { it } from '../../tests/fixtures/world.ts';
import type { Shop } from '../foundation/shop.server.ts';
import { refundTime } from '../payments/refund-time.ts';
import type { WrittenPage } from './contract.ts';
import { readPolicy } from './written-pages.server.ts';

function textOf({ title, intro, sections }: WrittenPage): string {
  return [title, intro, ...sections.flatMap(({ heading, paragraphs }) => [heading, ...paragraphs])].join(
    '\n',
  );
}

async function policyText(shop: Shop, path: string): Promise<string> {
  return textOf((await readPolicy(shop, path)).policy);
}

it('refuses a path that is no policy’s', async ({ shop }) => {
  await expect(readPolicy(shop, '/our-story')).rejects.toMatchObject({ name: 'no-such-page', status: 404 });
});

it('names in the return policy the time of a refund that emails promise [S-POL-14]', async ({ shop }) => {
  expect(await policyText(shop, '/return-policy')).toContain(`A refund reaches you in ${refundTime}`);
});
