/**
 * Reads what the header of an MP4 or MOV file says of its video. Only sizes and counts are read, never a table of samples:
 * a header of 40 bytes can claim four billion of them, which libraries for these files allocate one by one.
 */
import type { ByteSource, MediaFacts } from '../kernel/media-facts.ts';

/** The header of a film of twelve hours has about 30 MB. */
const LONGEST_HEADER = 64 * 1024 * 1024;
/** Boxes beside each other before the header; real files have three or four. */
const MOST_BOXES = 1_000;
const BOX_HEAD = 16;

/** Facts that the header does not tell are absent; empty when the bytes are no such file. */
export async function isoFactsOf(source: ByteSource): Promise<MediaFacts> {
  const header = await headerOf(source);
  if (header === undefined) return {};
  const movie = child(header, 'mvhd');
  const track = children(header, 'trak').find((one) => handlerOf(one) === 'vide');
  const length = movie === undefined ? undefined : lengthIn(movie);
  return {
    ...(length === undefined || length.seconds === 0 ? {} : { seconds: length.seconds }),
    ...(track === undefined ? {} : { ...sizeOf(track), ...rateOf(track) }),
  };
}

/** The bytes of the box `moov`, which may come after all the pictures. */
async function headerOf({ sizeBytes, read }: ByteSource): Promise<DataView | undefined> {
  let at = 0;
  for (let count = 0; count < MOST_BOXES && at + 8 <= sizeBytes; count += 1) {
    const box = boxAt(viewOf(await read(at, Math.min(at + BOX_HEAD, sizeBytes))), 0, sizeBytes - at);
    if (box === undefined || (at === 0 && !STARTS.includes(box.type))) return undefined;
    if (box.type === 'moov') {
      if (box.end > LONGEST_HEADER) return undefined;
      const bytes = viewOf(await read(at + box.start, at + box.end));
      return bytes.byteLength === box.end - box.start ? bytes : undefined;
    }
    at += box.end;
  }
  return undefined;
}

/** What such a file begins with; older MOV files have no `ftyp`. */
const STARTS = ['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'];

interface Box {
  readonly type: string;
  /** Of its content, from where the view begins. */
  readonly start: number;
  readonly end: number;
}

/** @param end where what holds the box ends */
function boxAt(view: DataView, at: number, end: number): Box | undefined {
  if (at + 8 > view.byteLength) return undefined;
  const short = view.getUint32(at);
  const type = textAt(view, at + 4);
  if (short === 1 && at + BOX_HEAD > view.byteLength) return undefined;
  const size = short === 0 ? end - at : short === 1 ? Number(view.getBigUint64(at + 8)) : short;
  const start = at + (short === 1 ? BOX_HEAD : 8);
  return at + size > end || start > at + size ? undefined : { type, start, end: at + size };
}

function children(view: DataView, type: string): DataView[] {
  const found: DataView[] = [];
  for (let at = 0; ;) {
    const box = boxAt(view, at, view.byteLength);
    if (box === undefined) return found;
    if (box.type === type) found.push(new DataView(view.buffer, view.byteOffset + box.start, box.end - box.start));
    at = box.end;
  }
}

const child = (view: DataView, ...[type, ...rest]: readonly [string, ...string[]]): DataView | undefined => {
  const [found] = children(view, type);
  const [next, ...further] = rest;
  return found === undefined || next === undefined ? found : child(found, next, ...further);
};

const handlerOf = (track: DataView): string | undefined => {
  const handler = child(track, 'mdia', 'hdlr');
  return handler === undefined || handler.byteLength < 12 ? undefined : textAt(handler, 8);
};

/** Seconds and units a second of `mvhd` or `mdhd`, whose fields are wider in version 1. */
function lengthIn(view: DataView): { readonly seconds: number; readonly scale: number } | undefined {
  const isWide = view.byteLength > 0 && view.getUint8(0) === 1;
  if (view.byteLength < (isWide ? 32 : 20)) return undefined;
  const scale = view.getUint32(isWide ? 20 : 12);
  const units = isWide ? Number(view.getBigUint64(24)) : view.getUint32(16);
  return scale === 0 ? undefined : { seconds: units / scale, scale };
}

/** As shown: a quarter turn in the matrix swaps the sides. */
function sizeOf(track: DataView): Pick<MediaFacts, 'width' | 'height'> {
  const view = child(track, 'tkhd');
  if (view === undefined || view.byteLength < 84) return {};
  const matrix = view.getUint8(0) === 1 ? 52 : 40;
  if (view.byteLength < matrix + 44) return {};
  const [width, height] = [view.getUint16(matrix + 36), view.getUint16(matrix + 40)];
  const isTurned = view.getInt32(matrix) === 0 && view.getInt32(matrix + 4) !== 0;
  if (width === 0 || height === 0) return {};
  return isTurned ? { width: height, height: width } : { width, height };
}

/** The mean: all pictures by the time that they take. */
function rateOf(track: DataView): Pick<MediaFacts, 'framesPerSecond'> {
  const media = child(track, 'mdia', 'mdhd');
  const times = child(track, 'mdia', 'minf', 'stbl', 'stts');
  const length = media === undefined ? undefined : lengthIn(media);
  if (times === undefined || length === undefined) return {};
  let [pictures, units] = [0, 0];
  for (let at = 8; at + 8 <= times.byteLength; at += 8) {
    const count = times.getUint32(at);
    pictures += count;
    units += count * times.getUint32(at + 4);
  }
  return units === 0 ? {} : { framesPerSecond: (pictures * length.scale) / units };
}

const textAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);
