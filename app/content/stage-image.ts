import type { PhotoImage } from '../foundation/ui/photo.tsx';

/** Returns an uploaded image of the page's content. Its mean colour is not stored, so the neutral background replaces it. */
export function stageImage(file: string, width: number, height: number, alt: string): PhotoImage {
  return { file, width, height, colour: 'var(--color-stage)', alt };
}
