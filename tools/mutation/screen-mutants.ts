import type { HandWrittenList } from './hand-written-results.ts';
import type { HandWrittenMutant } from './mutate.ts';
import { accountMutants } from './screen-mutants-account.ts';
import { adminMutants } from './screen-mutants-admin.ts';
import { shellMutants } from './screen-mutants-shell.ts';
import { shoppingMutants } from './screen-mutants-shopping.ts';

/** A mutant of a screen, and its end-to-end tests, of which at least one must fail. */
export type ScreenMutant = HandWrittenMutant & {
  /** End-to-end tests: names of their files in tests/e2e, without `.spec.ts`. */
  stories: readonly string[];
  /** Limits the tests to those with this text in their title. */
  title?: string;
};

export const screenList: HandWrittenList<ScreenMutant> = {
  name: 'screens',
  rows: [...shellMutants, ...adminMutants, ...shoppingMutants, ...accountMutants],
  testsOf: ({ stories, title = '' }) => ({
    files: stories.map((name) => `tests/e2e/${name}.spec.ts`),
    title,
  }),
};
