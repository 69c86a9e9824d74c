/** `svc api --cache`: keeps the answers of reads for a while, for their key and address alone, in files of the user. Used by commands/api. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { isFields } from '../../kernel/json.ts';
import type { HttpAnswer, HttpRequest, Sender } from '../../world/http-call.ts';
import type { World } from '../../world/world.ts';

interface Kept {
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
export function caching(world: World, ttlMs: number): World {
  const { single, pool, trust } = world.http;
  const kept = (sender: Sender): Sender => ({
    close: () => sender.close(),
    send: (request) =>
      request.method === 'GET' ? answerOnce(request, sender, { world, ttlMs }) : sender.send(request),
  });
  return { ...world, http: { single: kept(single), pool: kept(pool), trust } };
}

interface Keeping {
  readonly world: World;
  readonly ttlMs: number;
}

async function answerOnce(request: HttpRequest, sender: Sender, { world, ttlMs }: Keeping): Promise<HttpAnswer> {
  const path = join(world.settings.place('cache'), `${nameOf(request)}.json`);
  const before = keptIn(await world.privateFiles.read(path));
  const now = world.clock.now();
  if (before !== undefined && now - before.at < ttlMs && now >= before.at) return answerOf(request.url, before);
  const answer = await sender.send(request);
  if (answer.status !== 200) return answer;
  const body = Buffer.from(await answer.bytes());
  const headers = Object.fromEntries(Object.entries(answer.headers).filter(([name]) => !OF_THE_MOMENT.test(name)));
  const kept: Kept = { at: now, status: answer.status, headers, body: body.toString('base64') };
  await world.privateFiles.write(path, JSON.stringify(kept));
  return answerOf(answer.url, { ...kept, headers: answer.headers });
}

/** Of the address, the key and whatever else was said; the id of the request is of no answer. */
function nameOf({ url, headers }: HttpRequest): string {
  const said = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'x-request-id');
  return createHash('sha256')
    .update(JSON.stringify([url, said.sort()]))
    .digest('hex');
}

function keptIn(text: string | undefined): Kept | undefined {
  try {
    const value = JSON.parse(text ?? '') as unknown;
    return isFields(value) ? (value as unknown as Kept) : undefined;
  } catch {
    return undefined;
  }
}

function answerOf(url: string, { status, headers, body }: Kept): HttpAnswer {
  const bytes = Buffer.from(body, 'base64');
  return {
    status,
    headers,
    url,
    body: (async function* () {
      yield bytes;
    })(),
    bytes: async () => bytes,
    discard: () => undefined,
  };
}
