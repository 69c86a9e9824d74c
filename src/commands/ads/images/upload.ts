/** `svc ads images upload` with advice about the size of images that the feed shows. */
import { override } from '../../../cli/command.ts';
import { isFields } from '../../../kernel/json.ts';
import { mediaFactsOf } from '../../../platforms/media-facts.ts';

/** Width and height that the network recommends. Source: ADS-56 */
const BEST: readonly (readonly [width: number, height: number])[] = [
  [1080, 1080],
  [1200, 628],
];

const BEST_SIZES = BEST.map((size) => size.join('x')).join(' or ');

/** First bytes of a JPEG in base64; anything else is read as a PNG. */
const JPEG = '/9j/';

export default override('ads images upload', {
  async prepare(input, context) {
    const { imageBase64: text } = isFields(input.body) ? input.body : {};
    const plain = typeof text === 'string' ? text.replace(/^data:[^,]*;base64,/, '') : '';
    const bytes = Buffer.from(plain, 'base64');
    const read = async (start: number, end: number): Promise<Uint8Array> => bytes.subarray(start, end);
    const type = plain.startsWith(JPEG) ? 'image/jpeg' : 'image/png';
    const { width, height } = await mediaFactsOf(type, { sizeBytes: bytes.byteLength, read });
    if (width !== undefined && height !== undefined && !BEST.some(([w, h]) => w === width && h === height))
      context.say(`The image is ${String(width)}x${String(height)} pixels; ${BEST_SIZES} look best in the feed.`);
    return input;
  },
});
