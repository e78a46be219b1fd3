/** `npm run check`: runs every check that needs no running shop. */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { childEnvironment, pinnedNode, print, root } from './ensure.mjs';

/**
 * @param {string} name
 * @returns {[program: string, ...args: string[]]}
 */
const script = (name) => [pinnedNode, `scripts/${name}.ts`];

/**
 * The checks, each with its name and commands.
 * @type {{ name: string, commands: [program: string, ...args: string[]][] }[]}
 */
const checks = [
  { name: 'format and lint', commands: [['biome', 'ci', '.']] },
  {
    name: 'types',
    commands: [
      ['react-router', 'typegen'],
      // Reuse the results of the last run, which saves most of the time.
      ['tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'],
    ],
  },
  { name: 'module boundaries', commands: [script('check-boundaries')] },
  { name: 'vocabulary', commands: [script('check-terms')] },
  { name: 'flows match the code', commands: [script('check-flows')] },
  { name: 'links and images in the documents', commands: [script('check-links')] },
  { name: 'sizes and escapes', commands: [script('check-sizes')] },
  { name: 'requirements have tests', commands: [script('check-requirements')] },
];

/** Runs every check, even after one fails. Returns how many passed and failed. */
export function runChecks() {
  const failed = checks.filter(({ name, commands }) => {
    print(`\n— ${name}`);
    return !commands.every(([program, ...args]) => run(program, args));
  });
  for (const { name } of failed) print(`\nFailed: ${name}`);
  return { passed: checks.length - failed.length, failed: failed.length };
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function run(program, args) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: childEnvironment(),
  });
  if (error) print(error.message);
  return status === 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const outcome = runChecks();
  if (process.env.CHECKS_REPORT) writeFileSync(process.env.CHECKS_REPORT, JSON.stringify(outcome));
  process.exitCode = outcome.failed > 0 ? 1 : 0;
}
