import type { PhotoImage } from '../foundation/ui/photo.tsx';

/**
 * Returns the data to show an uploaded image of the page's content. The background is neutral until the image has loaded, because
 * its mean colour is not stored.
 */
export function stageImage(file: string, width: number, height: number, alt: string): PhotoImage {
  return { file, width, height, colour: 'var(--color-stage)', alt };
}
