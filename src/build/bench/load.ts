/** The local service under load, as a ratio to a bare node:http server under the same load. */
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import type { Figure } from './figure.ts';
import { startBare, startService, type Started } from './run.ts';

const CONNECTIONS = 32;
const SECONDS = 4;
export const DUE_POSTS = 10_000;
export const FROZEN = ['--clock', 'frozen', '--now', '2026-01-05T09:00:00Z'];
export const DUE_AT = '2026-01-05T12:00:00Z';

export interface Shot {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Record<string, string>;
  /** A fresh body for each request; undefined for GET. */
  readonly body?: () => string;
}

export async function loadFigures(folder: string): Promise<Figure[]> {
  const service = await startService(folder, '--data-dir', join(folder, 'load'));
  await warmUp(service);
  const idleMiB = await residentMiB(service);
  try {
    return [
      {
        what: 'local service, idle memory',
        measured: `${idleMiB.toFixed(0)} MB`,
        control: '–',
        bar: '≤ 90 MB',
        met: idleMiB <= 90,
      },
      ...(await rates(service)),
      await dueFigure(folder),
    ];
  } finally {
    await service.stop();
  }
}

async function rates(service: Started): Promise<Figure[]> {
  const key = { authorization: `Bearer ${service.apiKey}` };
  const bare = await startBare(400);
  const post = () =>
    JSON.stringify({
      content: 'a draft of some length for the bench',
      scheduledFor: '2036-01-05T12:00:00Z',
      platforms: [target],
    });
  const target = { platform: 'bluesky', accountId: await account(service, 0) };
  try {
    const shots: readonly (readonly [what: string, bar: number, shot: Shot, control: Shot])[] = [
      [
        'GET /v1/profiles',
        0.3,
        { url: `${service.url}/v1/profiles`, method: 'GET', headers: key },
        { url: bare.url, method: 'GET', headers: key },
      ],
      [
        'POST /v1/posts, durable with its event',
        0.12,
        {
          url: `${service.url}/v1/posts`,
          method: 'POST',
          headers: { ...key, 'content-type': 'application/json' },
          body: post,
        },
        { url: bare.url, method: 'POST', headers: { ...key, 'content-type': 'application/json' }, body: post },
      ],
    ];
    const figures: Figure[] = [];
    for (const [what, bar, shot, control] of shots) {
      const base = await perSecond(control);
      const rate = await perSecond(shot);
      const ratio = rate / base;
      figures.push({
        what,
        measured: `${ratio.toFixed(2)} × (${rate.toFixed(0)}/s)`,
        control: `bare ${base.toFixed(0)}/s`,
        bar: `≥ ${String(bar)}`,
        met: ratio >= bar,
      });
    }
    return figures;
  } finally {
    await bare.stop();
  }
}

/** Seconds of real time that the frozen clock's advance over 10,000 due posts takes. */
async function dueFigure(folder: string): Promise<Figure> {
  const { seconds, published } = await dueAtOnce(join(folder, 'due'), '--data-dir', join(folder, 'due-data'));
  return {
    what: `${String(DUE_POSTS)} posts due at one instant`,
    measured: `${seconds.toFixed(1)} s`,
    control: `${String(published)} published`,
    bar: '≤ 5 s, each once',
    met: seconds <= 5 && published === DUE_POSTS,
  };
}

/** @param flags of the start */
export async function dueAtOnce(
  folder: string,
  ...flags: readonly string[]
): Promise<{ readonly seconds: number; readonly published: number }> {
  const service = await startService(folder, ...flags, ...FROZEN);
  try {
    const accounts = await Promise.all(Array.from({ length: 500 }, (_, index) => account(service, index)));
    const key = { authorization: `Bearer ${service.apiKey}`, 'content-type': 'application/json' };
    let sent = 0;
    const body = () => {
      const index = sent++;
      return JSON.stringify({
        content: `post ${String(index)}`,
        scheduledFor: DUE_AT,
        platforms: [{ platform: 'bluesky', accountId: accounts[index % 500] }],
      });
    };
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
    const lane = async (): Promise<void> => {
      while (sent < DUE_POSTS)
        await shoot({ url: `${service.url}/v1/posts`, method: 'POST', headers: key, body }, agent);
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, lane));
    agent.destroy();
    return await runDue(service);
  } finally {
    await service.stop();
  }
}

/** Moves the clock to the instant at which posts are due. @returns seconds that it took, and how many posts were published */
export async function runDue(service: Started): Promise<{ readonly seconds: number; readonly published: number }> {
  const started = performance.now();
  await control(service, 'POST', '/_local/clock/advance', { to: DUE_AT });
  const seconds = (performance.now() - started) / 1000;
  const path = `/_local/events?type=post.published&limit=${String(DUE_POSTS)}`;
  const { events } = (await control(service, 'GET', path)) as { events: unknown[] };
  return { seconds, published: events.length };
}

/** Answers a second over all connections, which take the shots in turn. */
export async function perSecond(...shots: readonly Shot[]): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const until = performance.now() + SECONDS * 1000;
  let answers = 0;
  const lane = async (_: unknown, index: number): Promise<void> => {
    const shot = shots[index % shots.length];
    while (shot !== undefined && performance.now() < until) {
      await shoot(shot, agent);
      answers += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, lane));
  agent.destroy();
  return answers / SECONDS;
}

function shoot(shot: Shot, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const body = shot.body?.();
    const headers =
      body === undefined ? shot.headers : { ...shot.headers, 'content-length': String(Buffer.byteLength(body)) };
    const call = request(shot.url, { method: shot.method, headers, agent }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        if ((answer.statusCode ?? 500) < 300) resolve();
        else
          reject(
            new Error(
              `${shot.method} ${shot.url} answered ${String(answer.statusCode)}: ${Buffer.concat(chunks).toString()}`,
            ),
          );
      });
    });
    call.on('error', reject);
    call.end(body);
  });
}

async function warmUp(service: Started): Promise<void> {
  await shoot(
    { url: `${service.url}/v1/profiles`, method: 'GET', headers: { authorization: `Bearer ${service.apiKey}` } },
    new Agent(),
  );
}

export async function account(service: Started, index: number): Promise<string> {
  const made = (await control(service, 'POST', '/_local/accounts', {
    platform: 'bluesky',
    username: `bench${String(index)}`,
  })) as { account: { _id: string } };
  return made.account._id;
}

async function control(service: Started, method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(`${service.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${service.controlKey}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${String(answer.status)}: ${await answer.text()}`);
  return answer.json();
}

async function residentMiB(service: Started): Promise<number> {
  const { readFile } = await import('node:fs/promises');
  const status = await readFile(`/proc/${String(service.child.pid)}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? Number.NaN) / 1024;
}
