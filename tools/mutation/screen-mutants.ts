import type { HandWrittenList } from './hand-written-results.ts';
import type { HandWrittenMutant } from './mutate.ts';
import { accountFaults } from './screen-mutants-account.ts';
import { adminFaults } from './screen-mutants-admin.ts';
import { shellFaults } from './screen-mutants-shell.ts';
import { shoppingFaults } from './screen-mutants-shopping.ts';

/** A small fault of a screen, and the stories that must notice. */
export type ScreenFault = HandWrittenMutant & {
  /** Files of tests/e2e, without `.spec.ts`. */
  stories: readonly string[];
  /** Of these, only stories with this in their title. */
  title?: string;
};

export const screenList: HandWrittenList<ScreenFault> = {
  name: 'screens',
  rows: [...shellFaults, ...adminFaults, ...shoppingFaults, ...accountFaults],
  testsOf: ({ stories, title = '' }) => ({
    files: stories.map((name) => `tests/e2e/${name}.spec.ts`),
    title,
  }),
};
