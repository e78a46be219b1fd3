import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';
import { childEnvironment } from '../../scripts/ensure.mjs';
import { type MutationOptions, tryRows } from './hand-written.ts';
import type { Verdict } from './hand-written-results.ts';
import { type ScreenFault, screenList } from './screen-mutants.ts';

/** Tries the faults of screens: builds the shop with each, and runs its stories. Returns how many are not noticed. */
export function tryScreenFaults(requested: MutationOptions): Promise<number> {
  return tryRows(screenList, requested, (copy, work) =>
    work({
      findBroken: async (faults) => findBroken(copy, faults, requested.print),
      run: async (fault) => tryFault(copy, fault, requested.print),
    }),
  );
}

/** The faults with a story that fails in the shop as it is, or that has no story. */
function findBroken(
  copy: string,
  faults: readonly ScreenFault[],
  say: MutationOptions['print'],
): ScreenFault[] {
  const built = build(copy);
  if (built !== undefined) throw new Error(`The shop cannot be built:\n${built}`);
  const ran = runStories(copy, { files: faults.flatMap((fault) => screenList.testsOf(fault).files) });
  for (const { name } of ran.filter(({ failed }) => failed)) say(`fails without any fault: “${name}”`);
  return faults.filter(({ stories, title = '' }) => {
    const its = ran.filter(({ file, name }) => stories.includes(file) && name.includes(title));
    return its.length === 0 || its.some(({ failed }) => failed);
  });
}

function tryFault(copy: string, fault: ScreenFault, say: MutationOptions['print']): Verdict {
  const unbuilt = build(copy);
  if (unbuilt !== undefined) return { verdict: 'not tried', killedBy: unbuilt.slice(-500) };
  const { files, title } = screenList.testsOf(fault);
  const ran = runStories(copy, { files, title, onlyFirst: true });
  const found = ran.find(({ failed }) => failed);
  if (found) {
    // Tells a story that has noticed from one that the machine was too slow for.
    say(`  ${found.reason}`);
    return { verdict: 'killed', killedBy: `${found.file}: ${found.name}` };
  }
  return { verdict: ran.length === 0 ? 'not tried' : 'survived' };
}

/** Returns what the build printed if it failed. */
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

/** The stories that ran, in both projects. `onlyFirst`: stops at the first that fails. */
function runStories(copy: string, { files, title = '', onlyFirst = false }: Run): Ran[] {
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
  if (!existsSync(output)) throw new Error(`The stories did not run:\n${stdout}${stderr}`);
  const { suites } = Report.parse(JSON.parse(readFileSync(output, 'utf8')));
  return suites.flatMap(specsOf).flatMap((spec) =>
    spec.tests.flatMap(({ projectName, results }) => {
      const { status, errors } = results.at(-1) ?? { status: 'skipped', errors: [] };
      // A story that was under way when another one failed is interrupted.
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
