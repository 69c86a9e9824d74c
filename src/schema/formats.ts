/** The `format` words of the contract as checks of a text, with the sentence that explains each. Next stop: judge.ts. */

export interface Format {
  readonly fits: (text: string) => boolean;
  /** Follows "must be" in a sentence. */
  readonly words: string;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/i;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:[^\s]+$/i;

/** ISO 8601 with or without an offset; a time without one is read in the zone beside it (ASM-25). */
const FORMATS: Readonly<Record<string, Format>> = {
  'date-time': { fits: isDateTime, words: 'a time such as 2026-12-01T09:00:00Z' },
  date: { fits: isDate, words: 'a date such as 2026-12-01' },
  // Blanks around an address are nobody's fault; whoever stores one drops them. Source: WHK-04
  uri: { fits: (text) => SCHEME.test(text.trim()) && URL.canParse(text), words: 'an absolute URL' },
  uuid: { fits: (text) => UUID.test(text), words: 'a UUID' },
  'iana-zone': { fits: isZone, words: 'an IANA time zone such as Europe/Berlin' },
  binary: { fits: () => true, words: 'bytes' },
};

export const ownFormats = (): readonly [name: string, format: Format][] => Object.entries(FORMATS);

/** Follows "must be": what a text of this format looks like. */
export const wordsOf = (format: string): string => FORMATS[format]?.words ?? `a valid ${format}`;

/** Valid `iana-zone` values, for suggestions. Costs a few milliseconds. */
export const zoneNames = (): readonly string[] => Intl.supportedValuesOf('timeZone');

export function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

export function isDateTime(text: string): boolean {
  const at = text.search(/T/i);
  return at > 0 && isDate(text.slice(0, at)) && TIME.test(text.slice(at + 1));
}

const knownZones = new Set<string>(['UTC']);

/** Whether a text is the name of an IANA zone; offsets such as `+02:00` are none. Source: POST-07 */
export function isZone(text: string): boolean {
  if (knownZones.has(text)) return true;
  if (!/^[a-z]/i.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
  } catch {
    return false;
  }
  knownZones.add(text);
  return true;
}
