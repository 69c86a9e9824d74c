/** Whether a delivery is what it says it is; and, when not, the likeliest cause. Used by the receiver before anything else. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { namesOn, PREFIXES, type Pairs, type Prefixes } from './headers.ts';
import { signatureOf } from './sign.ts';

export interface Received {
  /** The bytes as they came, unparsed. */
  readonly body: Uint8Array;
  /** Name and value of every header as it came, doubles included. */
  readonly headers: Pairs;
}

/** A secret that may have signed, and what it is called. */
export interface KnownSecret {
  readonly name: string;
  readonly secret: string;
}

export interface VerifyOptions {
  readonly secret: string;
  /** Further secrets, asked only to explain a mismatch. */
  readonly others?: readonly KnownSecret[];
  readonly prefixes?: Prefixes;
}

export type Reason =
  | 'no_header'
  | 'several_headers'
  | 'upper_case'
  | 'prefixed'
  | 'base64'
  | 'blank_around'
  | 'secret_blank'
  | 'secret_without_blank'
  | 'secret_encoded'
  | 'unkeyed'
  | 'compressed'
  | 'reserialised'
  | 'line_ending'
  | 'other_secret'
  | 'malformed'
  | 'mismatch';

export type Verdict =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly reason: Reason;
      /** For people: what is wrong, and what to do. */
      readonly sentence: string;
      /** Name of the secret that matches, with the reason `other_secret`. */
      readonly secretName?: string;
    };

/** Accepts the current header, its alias, or those of an unknown prefix; all must agree. Source: WHK-47 to WHK-50 */
export function verify({ body, headers }: Received, options: VerifyOptions): Verdict {
  const names = namesOn('Signature', headers, options.prefixes ?? PREFIXES);
  const found = signaturesIn(headers, names);
  const [signature, ...more] = [...new Set(found.values)];
  if (signature === undefined)
    return invalid(
      'no_header',
      `There is no header ${names[0] ?? ''}: the endpoint has no secret. \`svc webhooks update\` sets one.`,
    );
  if (more.length > 0 || found.isRepeated) return invalid('several_headers', severalSentence(found.given));
  return isEqual(signature, signatureOf(body, options.secret)) ? { ok: true } : explained(signature, body, options);
}

function signaturesIn(headers: Received['headers'], names: readonly string[]) {
  const wanted = names.map((name) => name.toLowerCase());
  const given = headers.filter(([name]) => wanted.includes(name.toLowerCase()));
  const perName = new Set(given.map(([name]) => name.toLowerCase()));
  return { values: given.map(([, value]) => value), given, isRepeated: perName.size < given.length };
}

function severalSentence([first, ...others]: Pairs): string {
  const [name, value] = first ?? ['', ''];
  const other = others.find((one) => one[1] !== value && one[0].toLowerCase() !== name.toLowerCase())?.[0];
  if (other === undefined) return `${name} occurs more than once.`;
  return `${name} and ${other} differ; \`svc config set headerPrefix\` sets the prefix of the service.`;
}

/** Takes as long whatever the difference is. */
function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

const invalid = (reason: Reason, sentence: string, more: { secretName?: string } = {}): Verdict => ({
  ok: false,
  reason,
  sentence,
  ...more,
});

interface Question {
  readonly signature: string;
  readonly body: Buffer;
  readonly secret: string;
}

/** One way in which a signature goes wrong: the reason when it is the one, and what to say. */
type Cause = readonly [reason: Reason, isIt: (question: Question) => boolean, sentence: string];

const matches = ({ signature }: Question, body: string | Uint8Array, secret: string): boolean =>
  isEqual(signature.trim().toLowerCase(), signatureOf(body, secret));

/** In the order in which they are asked. */
// prettier-ignore
const CAUSES: readonly Cause[] = [
  ['blank_around',   (q) => q.signature !== q.signature.trim() && isEqual(q.signature.trim(), signatureOf(q.body, q.secret)),
    'The signature is correct but has whitespace around it.'],
  ['upper_case',     (q) => matches(q, q.body, q.secret),
    'The signature is correct but uppercase; it must be lowercase.'],
  ['prefixed',       (q) => matches({ ...q, signature: q.signature.replace(/^\s*(?:sha256|v\d+)\s*[=:,]\s*/i, '') }, q.body, q.secret),
    'The signature is correct but has a prefix; it must be only the hexadecimal digits.'],
  ['base64',         (q) => isBase64Of(q, createHmac('sha256', q.secret).update(q.body).digest()),
    'The signature is correct but in base64; it must be hexadecimal.'],
  ['secret_blank',   (q) => q.secret !== bare(q.secret) && matches(q, q.body, bare(q.secret)),
    'The secret here has an extra newline or space; without it the signature matches.'],
  ['secret_without_blank', (q) => ['\n', '\r\n', ' '].some((end) => matches(q, q.body, q.secret + end)),
    "The sender's secret has an extra newline or space."],
  ['secret_encoded', (q) => decodedSecrets(q.secret).some((key) => isEqual(q.signature.toLowerCase(), createHmac('sha256', key).update(q.body).digest('hex'))),
    'The sender decodes the secret before signing; use the secret as plain text.'],
  ['unkeyed',        (q) => isEqual(q.signature.toLowerCase(), createHash('sha256').update(q.body).digest('hex')),
    'The signature is a plain SHA-256 of the body, without the secret.'],
  ['compressed',     (q) => q.body[0] === 0x1f && q.body[1] === 0x8b,
    'The body is compressed; the signature covers the uncompressed body.'],
  ['line_ending',    (q) => lineEndings(q.body).some((body) => matches(q, body, q.secret)),
    'The line ending of the body was changed in transit.'],
  ['reserialised',   (q) => otherTexts(q.body).some((text) => matches(q, text, q.secret)),
    'The body was parsed and re-serialized in transit; verify the raw bytes.'],
];

function explained(signature: string, bytes: Uint8Array, { secret, others = [] }: VerifyOptions): Verdict {
  const question = { signature, body: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), secret };
  for (const [reason, isIt, sentence] of CAUSES) if (isIt(question)) return invalid(reason, sentence);
  const other = others.find((one) => one.secret !== secret && matches(question, question.body, one.secret));
  if (other !== undefined)
    return invalid('other_secret', `It was signed with the secret of ${other.name}.`, { secretName: other.name });
  if (!/^[0-9a-f]{64}$/.test(signature)) return invalid('malformed', 'The signature is not 64 hexadecimal digits.');
  return invalid('mismatch', 'The body was changed, or signed with another secret.');
}

/** Without a byte order mark and blanks around. */
const bare = (secret: string): string => secret.replace(/^\uFEFF/, '').trim();

function isBase64Of({ signature }: Question, digest: Buffer): boolean {
  const plain = signature.trim().replace(/-/g, '+').replace(/_/g, '/').replace(/=+$/, '');
  return isEqual(plain, digest.toString('base64').replace(/=+$/, ''));
}

function decodedSecrets(secret: string): Buffer[] {
  const plain = secret.replace(/^whsec_/, '');
  const keys = [...(plain === secret ? [] : [Buffer.from(plain)]), Buffer.from(plain, 'base64')];
  return /^(?:[0-9a-f]{2})+$/i.test(plain) ? [...keys, Buffer.from(plain, 'hex')] : keys;
}

/** The body with its last line end taken away or put there. */
function lineEndings(body: Buffer): Buffer[] {
  const text = body.toString('latin1');
  return [text.replace(/\r?\n$/, ''), `${text}\n`, `${text}\r\n`]
    .filter((other) => other !== text)
    .map((other) => Buffer.from(other, 'latin1'));
}

/** Larger bodies are not written anew to find out. */
const REWRITTEN_BYTES = 4 * 1024 * 1024;

/** The same JSON as other writers put it: compact, indented, with blanks, with escapes. */
function otherTexts(body: Buffer): string[] {
  if (body.length > REWRITTEN_BYTES) return [];
  try {
    const value = JSON.parse(body.toString('utf8')) as unknown;
    const compact = JSON.stringify(value);
    const spaced = JSON.stringify(value, null, 1)
      .replace(/\n\s*(?=[}\]])/g, '')
      .replace(/([{[])\n\s*/g, '$1')
      .replace(/\n\s*/g, ' ');
    return [
      compact,
      escaped(compact),
      JSON.stringify(value, null, 2),
      JSON.stringify(value, null, 4),
      spaced,
      escaped(spaced),
    ];
  } catch {
    return [];
  }
}

/** Everything beyond ASCII as an escape. */
const escaped = (text: string): string =>
  text.replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
