import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { childEnvironment } from '../../scripts/ensure.mjs';
import { type MutationOptions, tryRows } from './hand-written.ts';
import type { Verdict } from './hand-written-results.ts';
import { type ScreenMutant, screenList } from './screen-mutants.ts';

/**
 * Builds the shop with each mutant of a screen and runs the mutant's tests. Returns the number of mutants that are not killed.
 */
export function tryScreenMutants(requested: MutationOptions): Promise<number> {
  return tryRows(screenList, requested, (copy, work) =>
    work({
      findBroken: async (mutants) => findBroken(copy, mutants, requested.print),
      run: async (mutant) => tryMutant(copy, mutant, requested.print),
    }),
  );
}

/** Finds the mutants without a test, and those with a test that fails on the unchanged code. */
function findBroken(
  copy: string,
  mutants: readonly ScreenMutant[],
  print: MutationOptions['print'],
): ScreenMutant[] {
  const buildError = build(copy);
  if (buildError !== undefined) throw new Error(`The build of the shop failed:\n${buildError}`);
  const ran = runTests(copy, { files: mutants.flatMap((mutant) => screenList.testsOf(mutant).files) });
  for (const { name } of ran.filter(({ failed }) => failed)) print(`fails on the unchanged code: “${name}”`);
  return mutants.filter(({ stories, title = '' }) => {
    const ownTests = ran.filter(({ file, name }) => stories.includes(file) && name.includes(title));
    return ownTests.length === 0 || ownTests.some(({ failed }) => failed);
  });
}

function tryMutant(copy: string, mutant: ScreenMutant, print: MutationOptions['print']): Verdict {
  const buildError = build(copy);
  if (buildError !== undefined) return { verdict: 'not tried', killedBy: buildError.slice(-500) };
  const { files, title } = screenList.testsOf(mutant);
  const ran = runTests(copy, { files, title, onlyFirst: true });
  const failure = ran.find(({ failed }) => failed);
  if (failure) {
    // The reason shows whether the test failed because of the mutant or because of a timeout.
    print(`  ${failure.reason}`);
    return { verdict: 'killed', killedBy: `${failure.file}: ${failure.name}` };
  }
  return { verdict: ran.length === 0 ? 'not tried' : 'survived' };
}

/** Builds the shop. Returns the output if the build fails. */
function build(copy: string): string | undefined {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/build.mjs'], {
    cwd: copy,
    env: childEnvironment(),
    encoding: 'utf8',
  });
  return status === 0 ? undefined : `${stdout}${stderr}`;
}

const Result = z.object({
  status: z.string(),
  errors: z.array(z.object({ message: z.string().optional() })),
});
const Spec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ projectName: z.string(), results: z.array(Result) })),
});
type Spec = z.infer<typeof Spec>;
type Suite = { specs: Spec[]; suites?: Suite[] | undefined };
const Suite: z.ZodType<Suite> = z.object({
  specs: z.array(Spec),
  get suites() {
    return z.array(Suite).optional();
  },
});
const Report = z.object({ suites: z.array(Suite), errors: z.array(z.object({ message: z.string() })) });

type Run = { files: readonly string[]; title?: string; onlyFirst?: boolean };
type Ran = { file: string; name: string; failed: boolean; reason: string };

/** Runs end-to-end tests in both Playwright projects. If `onlyFirst`, stops at the first failure. */
function runTests(copy: string, { files, title = '', onlyFirst = false }: Run): Ran[] {
  const output = path.join(copy, 'test-results', 'report.json');
  rmSync(output, { force: true });
  const exact = title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      path.join(copy, 'node_modules/@playwright/test/cli.js'),
      'test',
      ...new Set(files),
      '--reporter=json',
      '--workers=2',
      ...(onlyFirst ? ['--max-failures=1'] : []),
      ...(title === '' ? [] : ['--grep', exact]),
    ],
    {
      cwd: copy,
      env: childEnvironment({ PLAYWRIGHT_JSON_OUTPUT_FILE: output }),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  if (!existsSync(output)) throw new Error(`The end-to-end tests did not run:\n${stdout}${stderr}`);
  const { suites } = Report.parse(JSON.parse(readFileSync(output, 'utf8')));
  return suites.flatMap(specsOf).flatMap((spec) =>
    spec.tests.flatMap(({ projectName, results }) => {
      const { status, errors } = results.at(-1) ?? { status: 'skipped', errors: [] };
      // Playwright interrupts a test if another one fails at the same time.
      if (status === 'skipped' || status === 'interrupted') return [];
      const file = path.basename(spec.file, '.spec.ts');
      const lines = stripVTControlCharacters(errors[0]?.message ?? '')
        .split('\n')
        .filter(Boolean);
      return [
        {
          file,
          name: `${spec.title} (${projectName})`,
          failed: status !== 'passed',
          reason: lines.slice(0, 4).join(' '),
        },
      ];
    }),
  );
}

function specsOf({ specs, suites = [] }: Suite): Spec[] {
  return [...specs, ...suites.flatMap(specsOf)];
}
