/** Bytes of a file or of standard input as text. */
import { failure } from '../kernel/failure.ts';

/**
 * The text without its byte order mark.
 * @param said how the place was typed, for the refusal
 * @throws Failure `usage` for bytes that are not UTF-8: replaced signs would be sent as if they had been meant
 */
export function utf8Text(bytes: Uint8Array, said: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw failure('usage', {
      message: `${said} is not text in UTF-8.`,
      param: said,
      hint: 'Save it as UTF-8, which spreadsheets call "CSV UTF-8".',
    });
  }
}
