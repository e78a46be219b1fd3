/**
 * `node seeds/make-images.ts` generates smaller WebP files of the images that pages of the demo show before scrolling. Run it
 * after an image in `seeds/uploads` has changed. It writes the files to `seeds/pictures`, in the widths that browsers request,
 * and the placeholders to `seeds/placeholders.json`.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { decodeImage } from '../app/foundation/files/image-engine.server.ts';
import { placeholderOf } from '../app/foundation/files/placeholders.server.ts';
import { encodeImage } from '../app/foundation/files/uploads.server.ts';
import { shippedWidths } from './shipped-images.ts';

const seeds = import.meta.dirname;
const into = path.join(seeds, 'pictures');
await rm(into, { recursive: true, force: true });
await mkdir(into);
const placeholders: Record<string, string> = {};
for (const [file, widths] of shippedWidths) {
  const image = await decodeImage(path.join(seeds, 'uploads', file), Math.max(...widths));
  placeholders[file] = await placeholderOf(image);
  for (const width of widths) {
    const bytes = await encodeImage(image.resize({ width }), 'webp', width).toBuffer();
    await writeFile(path.join(into, `${file}-${width}.webp`), bytes);
  }
}
await writeFile(path.join(seeds, 'placeholders.json'), `${JSON.stringify(placeholders, null, 1)}\n`);
