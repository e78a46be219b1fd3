/**
 * Runs a demo shop and checks the HTML of its pages with the Nu HTML checker. Needs Java. npm downloads the checker on the first
 * run.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { screens } from '../../tests/e2e/support/screens.ts';
import { openAnotherShop } from '../../tests/e2e/support/shop-process.ts';
import { makeTempFolder, removeStaleTempFolders } from '../../tests/engine/temp-folder.ts';

const checker = 'vnu-jar@26.9.27';
/** Pattern of an error to ignore. The checker does not know this attribute of the Picture-in-Picture specification. */
const unknownToChecker = '.*disablepictureinpicture.*';

if (spawnSync('java', ['-version']).status !== 0) {
  process.stderr.write('The HTML checker needs Java 17 or newer. Please install it and try again.\n');
  process.exit(1);
}

removeStaleTempFolders();
const dataDir = makeTempFolder('html');
const pages = path.join(dataDir, 'pages');
const shop = await openAnotherShop({ DATA_DIR: dataDir });
try {
  mkdirSync(pages);
  const paths = [...screens.map((screen) => screen.path), '/api/docs'];
  for (const [index, page] of paths.entries()) {
    const name = `${index}${page.replaceAll(/[^\w-]+/g, '_')}.html`;
    writeFileSync(path.join(pages, name), await (await fetch(shop.url + page)).text());
  }
  const run = [
    'exec',
    '--yes',
    `--package=${checker}`,
    '--',
    'vnu',
    '--errors-only',
    '--filterpattern',
    unknownToChecker,
    pages,
  ];
  const { status, stderr } = spawnSync('npm', run, { encoding: 'utf8', shell: process.platform === 'win32' });
  process.stdout.write(stderr.replaceAll(`file:${pages}/`, ''));
  process.stdout.write(
    `${paths.length} pages checked. ${status === 0 ? 'No errors.' : 'There are errors.'}\n`,
  );
  process.exitCode = status ?? 1;
} finally {
  await shop.stop();
  rmSync(dataDir, { recursive: true });
}
