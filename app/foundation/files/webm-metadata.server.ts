import { isZero, UncleanableVideo, type VideoBytes, type VideoEdit } from './video-edits.server.ts';

/** An element of a WebM file. Its header begins at `at`. Its contents are the bytes from `body` to `end`. */
type Element = { id: number; at: number; body: number; end: number };

const [ebml, segment, seekHead, seek, seekId] = [0x1a45dfa3, 0x18538067, 0x114d9b74, 0x4dbb, 0x53ab];
const [info, tracks, track, trackType, cluster, cues] = [
  0x1549a966, 0x1654ae6b, 0xae, 0x83, 0x1f43b675, 0x1c53bb6b,
];
const [voided, checksum] = [0xec, 0xbf];
const inTracks = [
  0xd7, 0x73c5, 0xb9, 0x88, 0x55aa, 0x9c, 0x6de7, 0x6df8, 0x23e383, 0x234e7a, 0x23314f, 0x55ee, 0x41e4,
  0x22b59c, 0x22b59d, 0x86, 0x63a2, 0xaa, 0x56aa, 0x56bb, 0xe0, 0xe1, 0x6d80,
];
const inClusters = [0xe7, 0x5854, 0xa7, 0xab, 0xa3, 0xa0, 0xaf];

/**
 * The elements that are needed for playback, by parent element. All other elements (tags, titles, dates, …) become Void elements.
 */
const playable = new Map<number, ReadonlySet<number>>([
  [0, new Set([ebml, segment])],
  [ebml, new Set([0x4286, 0x42f7, 0x42f2, 0x42f3, 0x4282, 0x4287, 0x4285])],
  // A cluster of unknown size is read as an empty cluster, so its elements are read as children of the segment.
  [segment, new Set([seekHead, info, tracks, cluster, cues, ...inClusters])],
  [seekHead, new Set([seek])],
  [info, new Set([0x2ad7b1, 0x4489, 0x4d80, 0x5741])],
  [tracks, new Set([track])],
  [track, new Set([trackType, ...inTracks])],
  [cluster, new Set(inClusters)],
]);
const maxElements = 200_000;

/**
 * Returns the edits that remove location, camera and time from a WebM. The edits keep the names of the programs that created the
 * file. Elements keep their size, so positions stay valid.
 * @throws UncleanableVideo if the structure is invalid, if there is no video track, or if there is a track other than video and
 * audio
 */
export async function planWebm(file: VideoBytes): Promise<VideoEdit[]> {
  const edits: VideoEdit[] = [];
  let videoTracks = 0;
  const elementsIn = createElementReader(file);

  /** True for a SeekHead entry that refers to a removed element, or that has no valid target. */
  async function pointsAtRemoved(entry: Element): Promise<boolean> {
    const id = (await elementsIn(entry.body, entry.end)).find((child) => child.id === seekId);
    if (!id || id.end - id.body > 4 || id.end === id.body) return true;
    const target = (await file.read(id.body, id.end - id.body)).readUIntBE(0, id.end - id.body);
    return !playable.get(segment)?.has(target);
  }

  async function readTrackType(type: Element) {
    const [kind] = await file.read(type.body, 1);
    if (type.end - type.body !== 1 || (kind !== 1 && kind !== 2))
      throw new UncleanableVideo(`A track has the unsupported type ${kind}.`);
    if (kind === 1) videoTracks += 1;
  }

  async function visit(parent: number, from: number, to: number): Promise<void> {
    const before = edits.length;
    const checksums: Element[] = [];
    for (const element of await elementsIn(from, to)) {
      const { id, body, end } = element;
      if (id === checksum) checksums.push(element);
      else if (id === voided) {
        if (!(await isZero(file, body, end))) edits.push({ at: body, zeros: end - body });
      } else if (!playable.get(parent)?.has(id) || (id === seek && (await pointsAtRemoved(element))))
        edits.push(replaceWithVoid(element));
      else if (id === trackType && parent === track) await readTrackType(element);
      else if (playable.has(id)) await visit(id, body, end);
    }
    // Remove the checksums of changed elements, because the checksums are no longer valid.
    if (edits.length > before) for (const entry of checksums) edits.push(replaceWithVoid(entry));
  }

  await visit(0, 0, file.size);
  if (videoTracks === 0) throw new UncleanableVideo('The video has no video track.');
  return edits;
}

/**
 * Returns a function that lists the elements between two offsets. The function throws UncleanableVideo if the sizes of the
 * elements are inconsistent.
 */
function createElementReader(file: VideoBytes): (from: number, to: number) => Promise<Element[]> {
  let elementCount = 0;

  /**
   * Reads the header of the element at `at`. A Segment of unknown size ends at `to`. A Cluster of unknown size is treated as
   * empty.
   */
  async function elementAt(at: number, to: number): Promise<Element> {
    elementCount += 1;
    const head = await file.read(at, Math.min(12, to - at));
    const idLength = Math.clz32(head[0] ?? 0) - 23;
    const sizeLength = Math.clz32(head[idLength] ?? 0) - 23;
    if (elementCount > maxElements || idLength > 4 || sizeLength > 8 || idLength + sizeLength > head.length)
      throw new UncleanableVideo('The element sizes are inconsistent.');
    const id = head.readUIntBE(0, idLength);
    const body = at + idLength + sizeLength;
    const digits = head.toString('hex', idLength, idLength + sizeLength);
    const size = BigInt(`0x${digits}`) & ((1n << BigInt(7 * sizeLength)) - 1n);
    const isUnknown = size === (1n << BigInt(7 * sizeLength)) - 1n;
    if (isUnknown && id === segment) return { id, at, body, end: to };
    if (isUnknown && id === cluster) return { id, at, body, end: body };
    const end = body + Number(size);
    if (isUnknown || end > to) throw new UncleanableVideo('An element is longer than its parent.');
    return { id, at, body, end };
  }

  return async (from, to) => {
    const elements: Element[] = [];
    for (let at = from; at < to; ) {
      const element = await elementAt(at, to);
      elements.push(element);
      at = element.end;
    }
    return elements;
  };
}

/** Returns the edit that replaces an element with a Void element of the same length. */
function replaceWithVoid({ at, end }: Element): VideoEdit {
  const width = end - at < 9 ? 1 : 8;
  const zeros = end - at - 1 - width;
  const size = Buffer.alloc(width);
  size.writeUIntBE(zeros, Math.max(0, width - 6), Math.min(6, width));
  size[0] = (size[0] ?? 0) | (width === 1 ? 0x80 : 0x01);
  return { at, bytes: Buffer.concat([Buffer.of(voided), size]), zeros };
}
