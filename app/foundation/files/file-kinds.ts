/** The kind of a file, detected from its content, never from its name or its declared type. */
export type FileKind =
  | 'jpeg'
  | 'png'
  | 'webp'
  | 'heic'
  | 'avif'
  | 'gif'
  | 'tiff'
  | 'svg'
  | 'html'
  | 'pdf'
  | 'mp4'
  | 'mov'
  | 'webm';

/** The number of bytes that {@link detectFileKind} needs from the start of a file. */
export const signatureLength = 512;

/** Detects the kind of a file from its first bytes. Returns undefined if the kind is unknown. */
export function detectFileKind(head: Uint8Array): FileKind | undefined {
  const bytes = head.subarray(0, signatureLength);
  const begins = (...signature: number[]) => signature.every((byte, index) => bytes[index] === byte);
  const text = String.fromCharCode(...bytes);
  if (begins(0xff, 0xd8, 0xff)) return 'jpeg';
  if (begins(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (text.slice(4, 8) === 'ftyp') return kindOfBrands(bytes, text);
  if (begins(0x1a, 0x45, 0xdf, 0xa3)) return text.slice(0, 64).includes('webm') ? 'webm' : undefined;
  if (text.startsWith('GIF8')) return 'gif';
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return 'tiff';
  if (text.startsWith('%PDF-')) return 'pdf';
  return kindOfMarkup(text);
}

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/**
 * Detects the kind of a file from the brands in its `ftyp` box. The box contains its size, its name, the major brand, the
 * version, and the compatible brands.
 */
function kindOfBrands(bytes: Uint8Array, text: string): FileKind | undefined {
  const size = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0);
  if (size < 16) return undefined;
  const brands = [text.slice(8, 12)];
  for (let offset = 16; offset + 4 <= Math.min(size, bytes.length); offset += 4)
    brands.push(text.slice(offset, offset + 4));
  if (brands.some((brand) => brand === 'avif' || brand === 'avis')) return 'avif';
  if (brands.some((brand) => heicBrands.includes(brand))) return 'heic';
  if (brands[0] === 'qt  ') return 'mov';
  return brands.some((brand) => /^(isom|iso\d|mp4\d|avc1|M4V |dash|MSNV)$/.test(brand)) ? 'mp4' : undefined;
}

/** Detects text that a browser would render as SVG or HTML. */
function kindOfMarkup(text: string): FileKind | undefined {
  const plain = text
    .replace(/^(\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '')
    .replaceAll('\0', '')
    .trimStart()
    .toLowerCase();
  if (!plain.startsWith('<')) return undefined;
  return /<svg[\s>]/.test(plain) || /<!doctype svg/.test(plain) ? 'svg' : 'html';
}
