import { expect, it } from 'vitest';
import { projectsOf } from './vitest-projects.ts';

it('knows the projects of a test with a database', () => {
  expect(projectsOf('shop/cart/cart.db.test.ts')).toEqual(['embedded', 'postgres']);
});

it('knows the one project of a test without a database', () => {
  expect(projectsOf('scripts/vitest-projects.test.ts')).toEqual(['rules']);
});

it('knows none for what is no test', () => {
  expect(projectsOf('shop/cart/cart.server.ts')).toEqual([]);
});
