import type { PhotoImage } from '../foundation/ui/photo.tsx';

/**
 * Returns the data to show an uploaded image. Until the image has loaded, its area has a neutral colour, because the image's mean
 * colour is not stored.
 */
export function stageImage(file: string, width: number, height: number, alt: string): PhotoImage {
  return { file, width, height, colour: 'var(--color-stage)', alt };
}
