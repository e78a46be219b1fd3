/** `npm run check`: everything that can be known about the code without running the shop. */
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { childEnvironment, pinnedNode, root, say } from './ensure.mjs';

const script = (name) => [pinnedNode, `scripts/${name}.ts`];

/** Each check: its name in words, and the commands it takes. */
const checks = [
  { name: 'format and lint', commands: [['biome', 'ci', '.']] },
  {
    name: 'types',
    commands: [
      ['react-router', 'typegen'],
      ['tsc', '--noEmit'],
    ],
  },
  { name: 'walls between the rooms', commands: [script('check-walls')] },
  { name: 'walks lead somewhere', commands: [script('check-walks')] },
  { name: 'sizes and escapes', commands: [script('check-sizes')] },
  { name: 'requirements are proved', commands: [script('check-requirements')] },
];

/** Runs every check, also after one fails, and returns how many passed and failed. */
export function runChecks() {
  const failed = checks.filter(({ name, commands }) => {
    say(`\n— ${name}`);
    return !commands.every(([program, ...args]) => run(program, args));
  });
  for (const { name } of failed) say(`\nFailed: ${name}`);
  return { passed: checks.length - failed.length, failed: failed.length };
}

function run(program, args) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: childEnvironment(),
  });
  if (error) say(error.message);
  return status === 0;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.exitCode = runChecks().failed > 0 ? 1 : 0;
}
