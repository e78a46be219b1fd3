import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { readDescription, valueAt } from '../tests/security/described-operations.ts';

const root = path.resolve(import.meta.dirname, '..');
// The file `.redocly.lint-ignore.yaml` lists this path too. Change both paths together.
const file = 'test-results/openapi.json';
let document: unknown;

beforeAll(async () => {
  document = await readDescription();
  mkdirSync(path.join(root, 'test-results'), { recursive: true });
  writeFileSync(path.join(root, file), JSON.stringify(document, null, 1));
});

const operations = () =>
  Object.values(Object(valueAt(document, 'paths'))).flatMap((methods) => Object.values(Object(methods)));

it('describes the API in an OpenAPI document that passes the linter', () => {
  const redocly = path.join(root, 'node_modules/@redocly/cli/bin/cli.js');
  const { stdout, stderr, status } = spawnSync(process.execPath, [redocly, 'lint', file], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
  });
  expect({ output: `${stdout}${stderr}`, status }).toMatchObject({ status: 0 });
  expect(stderr).not.toMatch(/\d+ (warning|error)/);
});

it('gives each operation in the OpenAPI document a camelCase `operationId` and a `security`', () => {
  expect(operations().length).toBeGreaterThan(100);
  for (const operation of operations()) {
    expect(valueAt(operation, 'operationId')).toMatch(/^[a-z][A-Za-z]+$/);
    expect(valueAt(operation, 'security')).toBeInstanceOf(Array);
  }
});
