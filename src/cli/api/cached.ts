/** `svc api --cache`: keeps the answers of reads for a while, for their key and address alone, in files of the user. Used by commands/api. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isFields, textOf } from '../../kernel/json.ts';
import { REQUEST_ID } from '../../kernel/request-id.ts';
import type { HttpAnswer, HttpRequest, Sender } from '../../world/http-call.ts';
import { wholeAnswer } from '../../client/whole-answer.ts';
import type { World } from '../../world/world.ts';

interface Stored {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Base64. */
  readonly body: string;
}

/** What an answer says of the moment, and no longer later. */
const OF_THE_MOMENT = /^(?:x-)?ratelimit-|^retry-after$|^date$/;

/** The world with senders that answer a read from its file, as long as that is younger than `ttlMs`. */
export function withCache(world: World, ttlMs: number): World {
  const { single, pool, trust } = world.http;
  const withFiles = (sender: Sender): Sender => ({
    close: () => sender.close(),
    send: (request) =>
      request.method === 'GET' ? answerOnce(request, sender, { world, ttlMs }) : sender.send(request),
  });
  return { ...world, http: { single: withFiles(single), pool: withFiles(pool), trust } };
}

interface Keeping {
  readonly world: World;
  readonly ttlMs: number;
}

async function answerOnce(request: HttpRequest, sender: Sender, { world, ttlMs }: Keeping): Promise<HttpAnswer> {
  const path = join(world.settings.place('cache'), `${nameOf(request)}.json`);
  const before = storedIn(await world.privateFiles.read(path));
  const now = world.clock.now();
  if (before !== undefined && now - before.at < ttlMs && now >= before.at) return answerOf(request.url, before);
  const answer = await sender.send(request);
  if (answer.status !== 200) return answer;
  const body = Buffer.from(await answer.bytes());
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !OF_THE_MOMENT.test(name)));
  const stored: Stored = { at: now, status: answer.status, headers, body: body.toString('base64') };
  await world.privateFiles.write(path, JSON.stringify(stored));
  return answerOf(answer.url, { ...stored, headers: answer.headers });
}

/** By the address, the key and the other headers; the id of a request differs each time. */
function nameOf({ url, headers }: HttpRequest): string {
  const headersSent = Object.entries(headers).filter(([name]) => name.toLowerCase() !== REQUEST_ID);
  return createHash('sha256')
    .update(JSON.stringify([url, headersSent.sort()]))
    .digest('hex');
}

/** Undefined for a file that is missing or damaged, which is asked for again. */
function storedIn(text: string | undefined): Stored | undefined {
  try {
    const value = JSON.parse(text ?? '') as unknown;
    const isWhole = isFields(value) && isFields(value['headers']) && textOf(value['body']) !== undefined;
    return isWhole ? (value as unknown as Stored) : undefined;
  } catch {
    return undefined;
  }
}

const answerOf = (url: string, { status, headers, body }: Stored): HttpAnswer =>
  wholeAnswer({ status, headers, url, bytes: Buffer.from(body, 'base64') });
