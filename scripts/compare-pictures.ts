/**
 * `node scripts/compare-pictures.ts before after` compares the pictures of two folders, taken before and after a change that
 * no screen should show by `FROZEN_SCREENS=1 FROZEN_PICTURES=before playwright test frozen-screens.spec.ts --project phone`.
 * It prints the share of points that differ in each, and which are missing, and fails above 0.1 %.
 */
import { globSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

/** The share of points that may differ: the edges of a letter are not drawn alike each time. */
const mostDiffering = 0.001;
/** How far a colour may be away, of 255. */
const tolerance = 8;

const [before, after] = process.argv.slice(2);
if (!before || !after) {
  process.stderr.write('Name two folders: node scripts/compare-pictures.ts before after\n');
  process.exit(2);
}

const pointsOf = (file: string) => sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });

/** The share of points that differ, 0 to 1; 1 where the sizes differ. */
async function differenceOf(one: string, other: string): Promise<number> {
  const [a, b] = await Promise.all([pointsOf(one), pointsOf(other)]);
  if (a.info.width !== b.info.width || a.info.height !== b.info.height) return 1;
  let differing = 0;
  for (let at = 0; at < a.data.length; at += a.info.channels) {
    for (let channel = 0; channel < a.info.channels; channel++) {
      if (Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)) <= tolerance) continue;
      differing++;
      break;
    }
  }
  return differing / (a.info.width * a.info.height);
}

const [ofBefore, ofAfter] = [before, after].map((folder) => new Set(globSync('**/*.png', { cwd: folder })));
const names = [...new Set([...(ofBefore ?? []), ...(ofAfter ?? [])])].sort();
let failed = names.length === 0 ? 1 : 0;
for (const name of names) {
  const missingIn = [!ofBefore?.has(name) && before, !ofAfter?.has(name) && after].filter(Boolean);
  const share =
    missingIn.length > 0 ? 1 : await differenceOf(path.join(before, name), path.join(after, name));
  if (share > mostDiffering) failed++;
  const text = missingIn.length > 0 ? `missing in ${missingIn}` : `${(share * 100).toFixed(3)} %`;
  if (share > 0) process.stdout.write(`${share > mostDiffering ? '✗' : ' '} ${name}: ${text}\n`);
}
process.stdout.write(`${names.length} pictures compared, ${failed} differ.\n`);
process.exitCode = failed === 0 ? 0 : 1;
