/** An address as a QR code of half blocks (qr), for a telephone to read off the terminal. */
import encodeQR from 'qr';

/** White on black, whatever the terminal's own colors are: a reader of codes wants the light parts light. */
const [WHITE_ON_BLACK, PLAIN] = ['\u001b[97;40m', '\u001b[0m'];

/** @returns lines of one width, a quiet margin around the code included */
export function qrLines(text: string, colored: boolean): readonly string[] {
  const lines = encodeQR(text, 'ascii', { border: 2 }).trimEnd().split('\n');
  return colored ? lines.map((line) => `${WHITE_ON_BLACK}${line}${PLAIN}`) : lines;
}
