import anekLatin from './fonts/anek-latin.woff2?url';
import tiroLatin from './fonts/tiro-latin.woff2?url';

/** The two faces that every page needs at once. The others load when their characters appear. */
export const preloadedFonts: readonly string[] = [anekLatin, tiroLatin];
