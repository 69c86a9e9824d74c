/** What a field is likely to hold, told from its name: the words of the simulated networks. Read by invent.ts and doc.ts. */
import { DAY_MS, MINUTE_MS } from '../../kernel/time.ts';
import { digitsOf, fractionOf, hexOf, pickOf, wholeOf } from '../networks/chance.ts';

/** What everything made up in one answer has in common. */
export interface Made {
  /** Begins the text that all chance comes from: team, kind and place. */
  readonly seed: string;
  /** Milliseconds on the service's clock. */
  readonly now: number;
  /** Address under which the service was reached. */
  readonly origin: string;
  /** Days that rows by day cover, as `YYYY-MM-DD`, oldest first. */
  readonly days: readonly string[];
  /** Keys that maps by metric have. */
  readonly metrics: readonly string[];
}

/** `createdAt`, `created_at` and `CreatedAt` as `created at`. */
export const spoken = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/[_\-.\s]+/g, ' ')
    .trim()
    .toLowerCase();

const NOUNS = ['Harbor', 'Lantern', 'Maple', 'Orchard', 'Pebble', 'Quill', 'River', 'Saddle', 'Thimble', 'Willow'];
const ADJECTIVES = ['Amber', 'Bright', 'Calm', 'Early', 'Gentle', 'Golden', 'Little', 'North', 'Quiet', 'Winter'];
const SENTENCES = [
  'Looking forward to the weekend market.',
  'Thank you, that helped a lot.',
  'The new opening hours are on the door.',
  'Could you tell me when it is back in stock?',
  'A short note for everybody who asked.',
];

const nameFrom = (seed: string): string =>
  `${String(pickOf(`${seed} a`, ADJECTIVES))} ${String(pickOf(`${seed} n`, NOUNS))}`;

export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** An instant of the thirty days before now. */
const earlier = (seed: string, { now }: Made): number =>
  now - wholeOf(seed, 1, 30) * DAY_MS - wholeOf(`${seed} m`, 0, 1_439) * MINUTE_MS;

const later = (seed: string, { now }: Made): number => now + wholeOf(seed, 1, 7) * DAY_MS;

export const iso = (ms: number): string => new Date(ms).toISOString();

/** `YYYY-MM-DD`. */
export const dayOf = (ms: number): string => iso(ms).slice(0, 10);

type Sense<T> = readonly [name: RegExp, value: (seed: string, made: Made) => T];

const AHEAD = /\b(expires?|expiry|next|until|end|ends|reset|deadline)\b/;

const instantFor =
  (name: string) =>
  (seed: string, made: Made): number =>
    AHEAD.test(name) ? later(seed, made) : earlier(seed, made);

// prettier-ignore
const TEXTS: readonly Sense<string>[] = [
  [/\b(html)\b/, () => '<p>Preview</p>'],
  [/\b(email)\b/, (seed) => `${slugOf(nameFrom(seed))}@example.com`],
  [/\b(urn)\b/, (seed) => `urn:li:person:${digitsOf(seed, 9)}`],
  [/\b(url|uri|link|href|permalink|picture|avatar|thumbnail|logo|icon|website|image)$/, (seed) => `https://example.com/${hexOf(seed, 12)}`],
  [/\b(phone|phone number|phone e164|display identifier|wa id|sandbox number|caller id|forward to)$/, (seed) => `+1555010${digitsOf(seed, 4)}`],
  [/^(from|to|transferred to|sender|recipient)$/, (seed) => `+1555010${digitsOf(seed, 4)}`],
  [/\b(id|ids|uuid|sid|handle id|handle)$/, (seed) => digitsOf(seed, 15)],
  [/\b(token|secret|password|hash|signature|credential|key|cursor|state)$/, (seed) => hexOf(seed, 32)],
  [/\b(timezone|time zone|timezone name)$/, () => 'Europe/Berlin'],
  [/\b(currency|currency code)$/, () => 'USD'],
  [/\b(country|country code|region|region code)$/, () => 'US'],
  [/\b(languages?|language code|locale|lang)$/, () => 'en'],
  [/\b(code)$/, (seed) => hexOf(seed, 8).toUpperCase()],
  [/\b(status)$/, () => 'active'],
  [/\b(month)$/, (seed, made) => dayOf(earlier(seed, made)).slice(0, 7)],
  [/\b(color|colour)$/, (seed) => `#${hexOf(seed, 6)}`],
  [/\b(username|screen name|slug|vanity name)$/, (seed) => slugOf(nameFrom(seed))],
  [/\b(filename|file name)$/, (seed) => `${slugOf(nameFrom(seed))}.pdf`],
  [/\b(mime|mime type|content type)$/, () => 'image/jpeg'],
  [/\b(version)$/, () => '1'],
  [/\b(ip)$/, () => '192.0.2.10'],
  [/\b(sip host|hostname|host|domain)$/, () => 'sip.example.com'],
  [/\b(price|amount|balance|spend|cost|micros|cents)$/, (seed) => String(wholeOf(seed, 5, 400))],
  [/\b(text|message|content|caption|body|description|comment|note|summary|instructions?|recommendation|detail|response|output)$/, (seed) => String(pickOf(seed, SENTENCES))],
  [/\b(type|kind)$/, () => 'standard'],
  [/\b(platform)$/, () => 'instagram'],
];

/** Text for a field without format, choice or pattern. */
export function likelyText(name: string, seed: string, made: Made): string {
  const said = spoken(name);
  if (/\b(date|day|since|date start|date stop|start|end)$/.test(said)) return dayOf(instantFor(said)(seed, made));
  if (/\b(at|on|time|timestamp|created|updated|started|published)$/.test(said))
    return iso(instantFor(said)(seed, made));
  return TEXTS.find(([pattern]) => pattern.test(said))?.[1](seed, made) ?? nameFrom(seed);
}

/** A date and time for a field of that format. */
export const likelyInstant = (name: string, seed: string, made: Made): number => instantFor(spoken(name))(seed, made);

// prettier-ignore
const NUMBERS: readonly Sense<number>[] = [
  [/\b(at|timestamp|utc|unix)$|\b(created|creation|start|stop|end|expiration|event|fired|update|updated|published) time$/, (seed, made) => Math.floor(earlier(seed, made) / 1_000)],
  [/\b(usage|used)\b/, (seed) => wholeOf(seed, 0, 20)],
  [/\b(hour)$/, (seed) => wholeOf(seed, 0, 23)],
  [/\b(dow|day of week)$/, (seed) => wholeOf(seed, 0, 6)],
  [/\b(rate|ratio|percent|percentage|pct|share|ctr|score)\b/, (seed) => Math.round(fractionOf(seed) * 100) / 100],
  [/\b(rating)\b/, (seed) => wholeOf(seed, 3, 5)],
  [/\b(lat|latitude)$/, () => 52.52],
  [/\b(lng|lon|longitude)$/, () => 13.4],
  [/\b(year)$/, (_seed, made) => new Date(made.now).getUTCFullYear()],
  [/\b(port)$/, () => 5_061],
  [/\b(index|position|order|priority|offset|step)$/, () => 0],
  [/\b(version)$/, () => 1],
  [/\b(id)$/, (seed) => Number(digitsOf(seed, 9))],
  [/\b(cents|price|cost|spend|amount|budget|balance|usd|bid|cpc|cpm)\b/, (seed) => wholeOf(seed, 100, 5_000)],
  [/\b(seconds|secs|ms|minutes|duration|length|ttl|interval|expires in|window)\b/, (seed) => wholeOf(seed, 30, 600)],
  [/\b(limit|quota|cap|max|maximum|allowed|threshold)\b/, () => 100],
  [/\b(size|width|height|bytes)\b/, (seed) => wholeOf(seed, 400, 2_000)],
];

/** A number for a field without choice; bounds are the caller's business. */
export const likelyNumber = (name: string, seed: string, made: Made): number => {
  const said = spoken(name);
  return NUMBERS.find(([pattern]) => pattern.test(said))?.[1](seed, made) ?? wholeOf(seed, 1, 500);
};

/** Numbers that a fresh record has for a reason, where all others begin at zero. */
export const isGivenNumber = (name: string): boolean =>
  /\b(limit|quota|cap|max|cents|price|port|version|ttl|seconds|digits|length)\b/.test(spoken(name)) &&
  !/\b(count|total|used)\b/.test(spoken(name));

const UNTRUE =
  /\b(deleted|archived|hidden|blocked|suspended|deprecated|stale|provisional|anonymous|required|pending|restricted|nsfw|over18|over|disabled|muted|locked|spam|voicemail|replied|more|missing|unavailable|truncated|partial|cached|managed|legacy|deactivated|cancelled|removed|skipped|is ad|is test|best effort|has more|outbound disabled)\b/;

const FRESH = /\b(active|enabled|subscribed|valid|available|can|eligible|ok|success|supported|selectable|installed)\b/;

/** Yes or no for something that the network knows. */
export const likelyTruth = (name: string): boolean => !UNTRUE.test(spoken(name));

/** Yes or no for something that was made this moment. */
export const freshTruth = (name: string): boolean => FRESH.test(spoken(name)) && !UNTRUE.test(spoken(name));

/** Fields that say what went wrong: they stay empty where nothing did. */
export const saysTrouble = (name: string): boolean =>
  /\b(errors?|warnings?|reasons?|failures?|failed|advisory|advisories|unavailable|rejected|declined|issues|problems|violations?|skipped|exceptions?|concerns?|checkout url|redirect url)\b/.test(
    spoken(name),
  );

/** Keys of the record's own times. */
export const isBirthTime = (name: string): boolean =>
  /^(created|create|added|submitted|uploaded|associated|requested)( (at|time|date|on|utc))$|^last sent at$/.test(
    spoken(name),
  );

export const isChangeTime = (name: string): boolean =>
  /^(updated|update|modified|changed|last updated|last modified|cached|fetched|last synced)( (at|time|date|on))$/.test(
    spoken(name),
  );
