/** Secrets as they may be shown. */

/** The beginning, which says what kind it is, and the last four characters of a key that is long enough for that. */
export const masked = (key: string): string => (key.length > 20 ? `${key.slice(0, 3)}****${key.slice(-4)}` : '****');

/**
 * Whether a text can be the key of a call: what a header can carry after `Bearer`. Services make keys of many forms, and
 * only the service knows which of them are its own.
 */
export const canBeKey = (text: string): boolean => /^[\x21-\x7e]+$/.test(text);

/** A text with every key in it masked: for what repeats words of the caller, who may have typed one where none belongs. */
export const withoutKeys = (text: string): string => text.replace(KEY, masked);

/** Every key in a text, once. */
export const keysIn = (text: string): readonly string[] => [...new Set(text.match(KEY))];

const KEY = /\b(?:sk|ctl)_[\w-]{16,}/g;
