import type { PhotoImage } from '../foundation/ui/photo.tsx';

/** Returns an uploaded image of the page's content. It has the neutral background, because its mean colour is not stored. */
export function stageImage(file: string, width: number, height: number, alt: string): PhotoImage {
  return { file, width, height, colour: 'var(--color-stage)', alt };
}
