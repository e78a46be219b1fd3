import { UncleanableVideo, type VideoBytes, type VideoEdit } from './video-edits.server.ts';

/** A box of an MP4 file. Its header begins at `at`. Its contents are the bytes from `body` to `end`. */
type Box = { type: string; at: number; body: number; end: number };

/** The boxes that are needed for playback. All other boxes (`udta`, `meta`, `uuid`, …) become `free` boxes. */
const playable = new Set(
  `ftyp styp moov mdat moof mfra sidx ssix free skip wide pdin mvhd trak mvex iods tkhd edts mdia tapt trgr mdhd hdlr minf elng
   vmhd smhd nmhd dinf stbl stsd stts ctts cslg stsc stsz stz2 stco co64 stss stps stsh stdp padb sdtp sbgp sgpd subs saiz saio
   elst dref mehd trex leva trep mfhd traf tfhd tfdt trun tfra mfro`.split(/\s+/),
);
const containers = new Set('moov trak edts mdia minf dinf stbl mvex moof traf mfra'.split(' '));
const maxDepth = 8;
const maxBoxes = 50_000;
const maxTableBytes = 4 * 1024 * 1024;

/**
 * Returns the edits that remove location, camera and time from an MP4. The edits also remove the samples of tracks other than
 * video and audio, such as GPS or subtitles with coordinates. Boxes keep their size, so the sample offsets stay valid.
 * @throws UncleanableVideo if the structure is invalid, if there is no video track, or if a fragmented MP4 has another track
 */
export async function planMp4(file: VideoBytes): Promise<VideoEdit[]> {
  const edits: VideoEdit[] = [];
  let videoTracks = 0;
  const reader = createBoxReader(file);
  const top = await reader.boxesIn(0, file.size);
  const isFragmented = top.some(({ type }) => type === 'moof');

  async function visit(list: readonly Box[], depth: number): Promise<void> {
    if (depth > maxDepth) throw new UncleanableVideo('The boxes are nested too deeply.');
    for (const box of list) {
      const { type, body, end } = box;
      if (!playable.has(type)) edits.push(...freeBox(box));
      else if (type === 'free' || type === 'skip') edits.push({ at: body, zeros: end - body });
      else if (type === 'trak') await visitTrack(box, depth);
      else if (containers.has(type)) await visit(await reader.childrenOf(box), depth + 1);
      else if (type === 'mvhd' || type === 'tkhd' || type === 'mdhd') edits.push(await clearTimes(file, box));
      else if (type === 'hdlr') edits.push(clearHandlerName(box));
    }
  }

  async function visitTrack(track: Box, depth: number): Promise<void> {
    const handler = await reader.find(track, 'mdia', 'hdlr');
    const kind = (await file.read(handler.body, 12)).toString('latin1', 8);
    if (kind !== 'vide' && kind !== 'soun') {
      if (isFragmented) throw new UncleanableVideo(`A fragmented MP4 has a track of type ${kind}.`);
      const media = top.filter(({ type }) => type === 'mdat');
      for (const edit of await clearSamples(reader, track, media)) edits.push(edit);
      edits.push(...freeBox(track));
      return;
    }
    if (kind === 'vide') {
      videoTracks += 1;
      const sampleEntries = await reader.find(track, 'mdia', 'minf', 'stbl', 'stsd');
      for (const edit of await clearCompressors(reader, sampleEntries)) edits.push(edit);
    }
    await visit(await reader.childrenOf(track), depth + 1);
  }

  try {
    await visit(top, 0);
  } catch (error) {
    // A RangeError means that a table has fewer entries than its count field states.
    throw error instanceof RangeError
      ? new UncleanableVideo('A table is too short.', { cause: error })
      : error;
  }
  if (videoTracks === 0) throw new UncleanableVideo('The video has no video track.');
  return edits;
}

type BoxReader = ReturnType<typeof createBoxReader>;

/**
 * Creates a reader of the boxes. The reader throws UncleanableVideo for inconsistent box sizes, or after {@link maxBoxes} boxes.
 */
function createBoxReader(file: VideoBytes) {
  let boxCount = 0;

  async function boxesIn(from: number, to: number): Promise<Box[]> {
    const boxes: Box[] = [];
    for (let at = from; at < to; ) {
      boxCount += 1;
      if (boxCount > maxBoxes || to - at < 8) throw new UncleanableVideo('The box sizes are inconsistent.');
      const head = await file.read(at, Math.min(16, to - at));
      const type = head.toString('latin1', 4, 8);
      let size = head.readUInt32BE(0);
      let body = at + 8;
      if (size === 1 && head.length === 16) {
        size = Number(head.readBigUInt64BE(8));
        body = at + 16;
      } else if (size === 0 && to === file.size) size = to - at;
      const end = at + size;
      if (end < body || end > to) throw new UncleanableVideo(`A box ${type} is longer than its parent.`);
      boxes.push({ type, at, body, end });
      at = end;
    }
    return boxes;
  }

  const childrenOf = (box: Box) => boxesIn(box.body, box.end);

  /** Finds a box inside `box` by a path of box types. @throws UncleanableVideo if a box on the path is missing */
  async function find(box: Box, ...types: string[]): Promise<Box> {
    let current = box;
    for (const type of types) {
      const child = (await childrenOf(current)).find((candidate) => candidate.type === type);
      if (!child) throw new UncleanableVideo(`A track has no ${type}.`);
      current = child;
    }
    return current;
  }

  return { file, boxesIn, childrenOf, find };
}

/** Returns the edits that change the type of a box to `free` and overwrite its contents with zeros. */
function freeBox({ at, body, end }: Box): VideoEdit[] {
  return [
    { at: at + 4, bytes: Buffer.from('free', 'latin1'), zeros: 0 },
    { at: body, zeros: end - body },
  ];
}

/** Returns the edit that clears the creation and modification times in a header box. */
async function clearTimes(file: VideoBytes, { body }: Box): Promise<VideoEdit> {
  const [version] = await file.read(body, 1);
  return { at: body + 4, zeros: version === 1 ? 16 : 8 };
}

/** Returns the edit that clears the name of a handler, because cameras store their model in this name. */
function clearHandlerName({ body, end }: Box): VideoEdit {
  const at = body + 24;
  if (end < at) throw new UncleanableVideo('A handler is too short.');
  return { at, zeros: end - at };
}

/** Returns the edits that clear the compressor's name in each sample entry, because cameras store their model in this name. */
async function clearCompressors({ boxesIn }: BoxReader, { body, end }: Box): Promise<VideoEdit[]> {
  return (await boxesIn(body + 8, end)).map((entry) => {
    if (entry.end - entry.at < 86) throw new UncleanableVideo('A sample entry is too short.');
    return { at: entry.at + 50, zeros: 32 };
  });
}

/** Returns the edits that clear the samples of a track, one edit per chunk. All samples must be inside the boxes `media`. */
async function clearSamples(reader: BoxReader, track: Box, media: readonly Box[]): Promise<VideoEdit[]> {
  const { file, childrenOf, find } = reader;
  const edits: VideoEdit[] = [];
  const stbl = await find(track, 'mdia', 'minf', 'stbl');
  const tables = await childrenOf(stbl);
  const wide = tables.some(({ type }) => type === 'co64');
  const offsets = await readTable(file, await find(stbl, wide ? 'co64' : 'stco'));
  const runs = await readTable(file, await find(stbl, 'stsc'));
  const sizes = await readTable(file, await find(stbl, 'stsz'));
  const width = wide ? 8 : 4;
  const [chunks, lastRun] = [offsets.readUInt32BE(4), runs.readUInt32BE(4) - 1];
  const [fixed, samples] = [sizes.readUInt32BE(4), sizes.readUInt32BE(8)];
  let [run, sample, total] = [0, 0, 0];
  for (let chunk = 0; chunk < chunks; chunk++) {
    const offset = 8 + chunk * width;
    const at = wide ? Number(offsets.readBigUInt64BE(offset)) : offsets.readUInt32BE(offset);
    while (run < lastRun && runs.readUInt32BE(8 + (run + 1) * 12) <= chunk + 1) run += 1;
    const count = runs.readUInt32BE(8 + run * 12 + 4);
    if (sample + count > samples) throw new UncleanableVideo('A track has more samples than sizes.');
    let length = fixed * count;
    if (fixed === 0)
      for (let index = sample; index < sample + count; index++) length += sizes.readUInt32BE(12 + index * 4);
    sample += count;
    total += length;
    const isInside = media.some(({ body, end }) => body <= at && at + length <= end);
    if (!isInside || total > file.size) throw new UncleanableVideo('A sample is outside of the media data.');
    edits.push({ at, zeros: length });
  }
  return edits;
}

async function readTable(file: VideoBytes, { body, end }: Box): Promise<Buffer> {
  if (end - body > maxTableBytes) throw new UncleanableVideo('A table is too long.');
  return file.read(body, end - body);
}
