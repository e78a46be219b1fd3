import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A hop of a walk that leads nowhere. */
export type LostHop = { walk: string; line: number; what: string };

/** A file, and after it perhaps the name of something in it: `cart/cart.server.ts addToCart`. */
const hop = /`([\w@./+-]+\.(?:tsx?|mjs|css|json|sql|md))(?:[ #]([A-Za-z_$][\w$]*)(?:\(\))?)?`/g;

/** Follows every hop that docs/walks/*.md below `root` names; paths count from shop/ or from the root. */
export function findLostHops(root: string): { walks: number; lost: LostHop[] } {
  const walks = globSync('docs/walks/*.md', { cwd: root }).sort();
  const lost = walks.flatMap((walk) =>
    readFileSync(path.join(root, walk), 'utf8')
      .split('\n')
      .flatMap((text, index) =>
        [...text.matchAll(hop)].flatMap(([, file = '', symbol]) => {
          const what = whatIsWrong(root, file, symbol);
          return what ? [{ walk, line: index + 1, what }] : [];
        }),
      ),
  );
  return { walks: walks.length, lost };
}

function whatIsWrong(root: string, file: string, symbol: string | undefined): string | undefined {
  const place = [path.join(root, 'shop', file), path.join(root, file)].find((candidate) =>
    existsSync(candidate),
  );
  if (!place) return `There is no file ${file}, neither in shop/ nor at the top.`;
  if (!symbol) return undefined;
  const words = new Set(readFileSync(place, 'utf8').split(/[^\w$]+/));
  return words.has(symbol) ? undefined : `${file} does not mention ${symbol}.`;
}
