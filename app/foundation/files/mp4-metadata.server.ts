import { UncleanableVideo, type VideoBytes, type VideoEdit } from './video-edits.server.ts';

/** A box: its header from `at`, its contents from `body` to `end`. */
type Box = { type: string; at: number; body: number; end: number };

/** The boxes that playback needs. All others (`udta`, `meta`, `uuid`, boxes of camera makers) become `free`. */
const playable = new Set(
  `ftyp styp moov mdat moof mfra sidx ssix free skip wide pdin mvhd trak mvex iods tkhd edts mdia tapt trgr mdhd hdlr minf elng
   vmhd smhd nmhd dinf stbl stsd stts ctts cslg stsc stsz stz2 stco co64 stss stps stsh stdp padb sdtp sbgp sgpd subs saiz saio
   elst dref mehd trex leva trep mfhd traf tfhd tfdt trun tfra mfro`.split(/\s+/),
);
const containers = new Set([
  'moov',
  'trak',
  'edts',
  'mdia',
  'minf',
  'dinf',
  'stbl',
  'mvex',
  'moof',
  'traf',
  'mfra',
]);
const maxDepth = 8;
const maxBoxes = 50_000;
const maxTableBytes = 4 * 1024 * 1024;

/**
 * Returns the edits that remove location, camera and time from an MP4. Boxes keep their size, so sample offsets stay valid.
 * Tracks other than video and audio (GPS of cameras, subtitles with coordinates) are removed with their samples.
 * @throws UncleanableVideo for an invalid structure, or for a fragmented MP4 with such a track
 */
export async function planMp4(file: VideoBytes): Promise<VideoEdit[]> {
  const edits: VideoEdit[] = [];
  let boxCount = 0;
  let videoTracks = 0;

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

  async function find(box: Box, ...types: string[]): Promise<Box> {
    let current = box;
    for (const type of types) {
      const child = (await childrenOf(current)).find((candidate) => candidate.type === type);
      if (!child) throw new UncleanableVideo(`A track has no ${type}.`);
      current = child;
    }
    return current;
  }

  const free = ({ at, body, end }: Box) =>
    edits.push(
      { at: at + 4, bytes: Buffer.from('free', 'latin1'), zeros: 0 },
      { at: body, zeros: end - body },
    );

  const top = await boxesIn(0, file.size);
  const isFragmented = top.some(({ type }) => type === 'moof');

  async function visit(list: readonly Box[], depth: number): Promise<void> {
    if (depth > maxDepth) throw new UncleanableVideo('The boxes are nested too deeply.');
    for (const box of list) {
      const { type, body, end } = box;
      if (!playable.has(type)) free(box);
      else if (type === 'free' || type === 'skip') edits.push({ at: body, zeros: end - body });
      else if (type === 'trak') await visitTrack(box, depth);
      else if (containers.has(type)) await visit(await childrenOf(box), depth + 1);
      else if (type === 'mvhd' || type === 'tkhd' || type === 'mdhd') await clearTimes(box);
      else if (type === 'hdlr') clearName(box, 24);
    }
  }

  async function visitTrack(track: Box, depth: number): Promise<void> {
    const handler = await find(track, 'mdia', 'hdlr');
    const kind = (await file.read(handler.body, 12)).toString('latin1', 8);
    if (kind !== 'vide' && kind !== 'soun') {
      if (isFragmented) throw new UncleanableVideo(`A fragmented MP4 has a track of type ${kind}.`);
      await clearSamples(await find(track, 'mdia', 'minf', 'stbl'));
      free(track);
      return;
    }
    if (kind === 'vide') {
      videoTracks += 1;
      await clearCompressors(await find(track, 'mdia', 'minf', 'stbl', 'stsd'));
    }
    await visit(await childrenOf(track), depth + 1);
  }

  /** Clears the times of creation and modification. */
  async function clearTimes({ body }: Box) {
    const [version] = await file.read(body, 1);
    edits.push({ at: body + 4, zeros: version === 1 ? 16 : 8 });
  }

  /** Clears the name of a handler, because cameras write their model into it. */
  function clearName({ body, end }: Box, offset: number) {
    if (end < body + offset) throw new UncleanableVideo('A handler is too short.');
    edits.push({ at: body + offset, zeros: end - body - offset });
  }

  /** Clears the compressor's name in each sample entry, because cameras write their model into it. */
  async function clearCompressors({ body, end }: Box) {
    for (const entry of await boxesIn(body + 8, end)) {
      if (entry.end - entry.at < 86) throw new UncleanableVideo('A sample entry is too short.');
      edits.push({ at: entry.at + 50, zeros: 32 });
    }
  }

  async function readTable({ body, end }: Box): Promise<Buffer> {
    if (end - body > maxTableBytes) throw new UncleanableVideo('A table is too long.');
    return file.read(body, end - body);
  }

  /** Clears the samples of a track, chunk by chunk. */
  async function clearSamples(stbl: Box) {
    const tables = await childrenOf(stbl);
    const wide = tables.some(({ type }) => type === 'co64');
    const offsets = await readTable(await find(stbl, wide ? 'co64' : 'stco'));
    const runs = await readTable(await find(stbl, 'stsc'));
    const sizes = await readTable(await find(stbl, 'stsz'));
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
        for (let index = sample; index < sample + count; index++)
          length += sizes.readUInt32BE(12 + index * 4);
      sample += count;
      total += length;
      const isInside = top.some(({ type, body, end }) => type === 'mdat' && body <= at && at + length <= end);
      if (!isInside || total > file.size)
        throw new UncleanableVideo('A sample is outside of the media data.');
      edits.push({ at, zeros: length });
    }
  }

  try {
    await visit(top, 0);
  } catch (error) {
    // The table is shorter than its own count.
    throw error instanceof RangeError
      ? new UncleanableVideo('A table is too short.', { cause: error })
      : error;
  }
  if (videoTracks === 0) throw new UncleanableVideo('The video has no video track.');
  return edits;
}
