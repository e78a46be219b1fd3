import anekLatin from './fonts/anek-latin.woff2?url';

/**
 * The font of the body text, preloaded on every page. The heading font loads after the first paint, because a second preload
 * would delay the largest image. The fallback of the heading font has the same metrics, so the layout does not shift.
 */
export const preloadedFont: string = anekLatin;
