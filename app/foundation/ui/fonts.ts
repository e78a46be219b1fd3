import anekLatin from './fonts/anek-latin.woff2?url';

/**
 * The face that every page's text is in. The headings' face comes when the style asks for it, after the first paint: to have
 * both on the line takes the picture that people wait for longer, and the words' places do not move with the face.
 */
export const preloadedFont: string = anekLatin;
