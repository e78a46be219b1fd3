import { UncleanableVideo, type VideoBytes, type VideoEdit } from './video-edits.server.ts';

/** A box: its header from `at`, its contents from `body` to `end`. */
type Box = { type: string; at: number; body: number; end: number };

/** The boxes that playing needs. All others (`udta`, `meta`, `uuid`, those of cameras) become `free`. */
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
 * Returns the edits that remove place, camera and time from an MP4. Boxes keep their size, so the offsets of the samples stay right.
 * Tracks that are neither picture nor sound (GPS of cameras, subtitles with coordinates) are removed with their samples.
 * @throws UncleanableVideo if the structure does not add up, or a film in fragments has such a track.
 */
export async function planMp4(file: VideoBytes): Promise<VideoEdit[]> {
  const edits: VideoEdit[] = [];
  let boxes = 0;
  let pictures = 0;

  async function boxesIn(from: number, to: number): Promise<Box[]> {
    const found: Box[] = [];
    for (let at = from; at < to; ) {
      boxes += 1;
      if (boxes > maxBoxes || to - at < 8) throw new UncleanableVideo('The boxes do not add up.');
      const head = await file.read(at, Math.min(16, to - at));
      const type = head.toString('latin1', 4, 8);
      let size = head.readUInt32BE(0);
      let body = at + 8;
      if (size === 1 && head.length === 16) {
        size = Number(head.readBigUInt64BE(8));
        body = at + 16;
      } else if (size === 0 && to === file.size) size = to - at;
      const end = at + size;
      if (end < body || end > to) throw new UncleanableVideo(`A box ${type} is longer than its place.`);
      found.push({ type, at, body, end });
      at = end;
    }
    return found;
  }

  const childrenOf = (box: Box) => boxesIn(box.body, box.end);

  async function find(box: Box, ...types: string[]): Promise<Box> {
    let found = box;
    for (const type of types) {
      const child = (await childrenOf(found)).find((one) => one.type === type);
      if (!child) throw new UncleanableVideo(`A track has no ${type}.`);
      found = child;
    }
    return found;
  }

  const free = ({ at, body, end }: Box) =>
    edits.push(
      { at: at + 4, bytes: Buffer.from('free', 'latin1'), zeros: 0 },
      { at: body, zeros: end - body },
    );

  const top = await boxesIn(0, file.size);
  const isFragmented = top.some(({ type }) => type === 'moof');

  async function walk(list: readonly Box[], depth: number): Promise<void> {
    if (depth > maxDepth) throw new UncleanableVideo('The boxes are nested too deeply.');
    for (const box of list) {
      const { type, body, end } = box;
      if (!playable.has(type)) free(box);
      else if (type === 'free' || type === 'skip') edits.push({ at: body, zeros: end - body });
      else if (type === 'trak') await walkTrack(box, depth);
      else if (containers.has(type)) await walk(await childrenOf(box), depth + 1);
      else if (type === 'mvhd' || type === 'tkhd' || type === 'mdhd') await clearTimes(box);
      else if (type === 'hdlr') clearEnd(box, 24);
    }
  }

  async function walkTrack(track: Box, depth: number): Promise<void> {
    const handler = await find(track, 'mdia', 'hdlr');
    const kind = (await file.read(handler.body, 12)).toString('latin1', 8);
    if (kind !== 'vide' && kind !== 'soun') {
      if (isFragmented) throw new UncleanableVideo(`A film in fragments has a track of ${kind}.`);
      await clearSamples(await find(track, 'mdia', 'minf', 'stbl'));
      free(track);
      return;
    }
    if (kind === 'vide') {
      pictures += 1;
      await clearCompressors(await find(track, 'mdia', 'minf', 'stbl', 'stsd'));
    }
    await walk(await childrenOf(track), depth + 1);
  }

  /** Clears when the film was made and edited. */
  async function clearTimes({ body }: Box) {
    const [version] = await file.read(body, 1);
    edits.push({ at: body + 4, zeros: version === 1 ? 16 : 8 });
  }

  /** Clears the name of a handler, in which cameras write their own. */
  function clearEnd({ body, end }: Box, from: number) {
    if (end < body + from) throw new UncleanableVideo('A handler is too short.');
    edits.push({ at: body + from, zeros: end - body - from });
  }

  /** Clears the compressor's name in each sample entry, in which cameras write their own. */
  async function clearCompressors({ body, end }: Box) {
    for (const entry of await boxesIn(body + 8, end)) {
      if (entry.end - entry.at < 86) throw new UncleanableVideo('A sample entry is too short.');
      edits.push({ at: entry.at + 50, zeros: 32 });
    }
  }

  async function tableOf({ body, end }: Box): Promise<Buffer> {
    if (end - body > maxTableBytes) throw new UncleanableVideo('A table is too long.');
    return file.read(body, end - body);
  }

  /** Clears the samples of a track, chunk by chunk. */
  async function clearSamples(stbl: Box) {
    const tables = await childrenOf(stbl);
    const wide = tables.some(({ type }) => type === 'co64');
    const offsets = await tableOf(await find(stbl, wide ? 'co64' : 'stco'));
    const runs = await tableOf(await find(stbl, 'stsc'));
    const sizes = await tableOf(await find(stbl, 'stsz'));
    const width = wide ? 8 : 4;
    const [chunks, lastRun] = [offsets.readUInt32BE(4), runs.readUInt32BE(4) - 1];
    const [fixed, samples] = [sizes.readUInt32BE(4), sizes.readUInt32BE(8)];
    let [run, sample, total] = [0, 0, 0];
    for (let chunk = 0; chunk < chunks; chunk++) {
      const place = 8 + chunk * width;
      const at = wide ? Number(offsets.readBigUInt64BE(place)) : offsets.readUInt32BE(place);
      while (run < lastRun && runs.readUInt32BE(8 + (run + 1) * 12) <= chunk + 1) run += 1;
      const count = runs.readUInt32BE(8 + run * 12 + 4);
      if (sample + count > samples) throw new UncleanableVideo('A track has more samples than sizes.');
      let length = fixed * count;
      if (fixed === 0)
        for (let one = sample; one < sample + count; one++) length += sizes.readUInt32BE(12 + one * 4);
      sample += count;
      total += length;
      const isInside = top.some(({ type, body, end }) => type === 'mdat' && body <= at && at + length <= end);
      if (!isInside || total > file.size) throw new UncleanableVideo('A sample lies outside the film.');
      edits.push({ at, zeros: length });
    }
  }

  try {
    await walk(top, 0);
  } catch (error) {
    // A table that ends before its own count says so.
    throw error instanceof RangeError
      ? new UncleanableVideo('A table is too short.', { cause: error })
      : error;
  }
  if (pictures === 0) throw new UncleanableVideo('The film has no pictures.');
  return edits;
}
