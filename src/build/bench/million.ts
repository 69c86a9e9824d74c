/** A million scheduled posts, of which some thousands are due at one instant: on the embedded store, and on a database of the same run. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { startCluster } from '../postgres/cluster.ts';
import type { Figure } from './figure.ts';
import { account, DUE_AT, DUE_POSTS, FROZEN, runDue } from './load.ts';
import { startService, type Started } from './run.ts';

const POSTS = 1_000_000;
const ACCOUNTS = 500;

/** Least part of the embedded store's rate. */
const LEAST = 0.5;

/** The first post that is not due yet, and the time between one and the next, in ms. */
const LATER = Date.parse('2026-02-01T00:00:00Z');
const STEP_MS = 20_000;

export async function millionFigures(folder: string): Promise<Figure[]> {
  const document = join(folder, 'million.ndjson');
  await writeDocument(folder, document);
  const cluster = await startCluster();
  try {
    const file = await dueOf(folder, document, 'million-file');
    const team = await dueOf(folder, document, 'million-database', '--database', await cluster.newDatabase());
    const ratio = file.seconds / team.seconds;
    return [
      {
        what: `${String(DUE_POSTS)} of ${String(POSTS)} posts due, on a database`,
        measured: `${ratio.toFixed(2)} × (${team.seconds.toFixed(1)} s)`,
        control: `file ${file.seconds.toFixed(1)} s`,
        bar: `≥ ${String(LEAST)}, each once`,
        met: ratio >= LEAST && file.published === DUE_POSTS && team.published === DUE_POSTS,
      },
    ];
  } finally {
    await cluster.stop();
  }
}

async function dueOf(folder: string, document: string, name: string, ...flags: readonly string[]) {
  const service = await startService(
    join(folder, name),
    '--data-dir',
    join(folder, `${name}-data`),
    ...flags,
    ...FROZEN,
  );
  try {
    await bringIn(service, document);
    return await runDue(service);
  } finally {
    await service.stop();
  }
}

async function bringIn(service: Started, document: string): Promise<void> {
  const answer = await fetch(`${service.url}/_local/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${service.controlKey}`, 'content-type': 'application/x-ndjson' },
    body: Readable.toWeb(createReadStream(document)) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  if (!answer.ok) throw new Error(`The import answered ${String(answer.status)}: ${await answer.text()}`);
}

/** The state of a service with accounts, and a million posts of theirs. */
async function writeDocument(folder: string, document: string): Promise<void> {
  const service = await startService(join(folder, 'million'), '--data-dir', join(folder, 'million-data'), ...FROZEN);
  try {
    const accounts = await Promise.all(Array.from({ length: ACCOUNTS }, (_, index) => account(service, index)));
    const answer = await fetch(`${service.url}/_local/export`, {
      headers: { authorization: `Bearer ${service.controlKey}` },
    });
    const lines = (await answer.text()).split('\n');
    await pipeline(Readable.from(grown(lines, accounts)), createWriteStream(document));
  } finally {
    await service.stop();
  }
}

/** The lines of an export with further ones, each table's rows in their place. */
function* grown(lines: readonly string[], accounts: readonly string[]): Generator<string> {
  const hash = createHash('sha256');
  const hashed = (some: readonly string[]): string => {
    const text = some.map((line) => `${line}\n`).join('');
    hash.update(text);
    return text;
  };
  const ofTable = (name: string): string[] => lines.filter((line) => line.startsWith(`{"${name}":`));
  const { counts } = (JSON.parse(ofTable('end')[0] ?? '') as { end: { counts: Record<string, number> } }).end;
  const owner = ownerIn(ofTable('record'));
  const posts = (lineOf: (post: Planned) => unknown) => pages((index) => lineOf(plannedPost(index, owner, accounts)));

  yield hashed([...lines.slice(0, 1), ...ofTable('record')]);
  for (const page of posts((post) => ({ post: rowOf(post) }))) yield hashed(page);
  for (const page of posts((post) => ({ post_target: targetOf(post) }))) yield hashed(page);
  yield hashed(ofTable('due'));
  for (const page of posts((post) => ({ due: dueRowOf(post) }))) yield hashed(page);
  yield hashed([...ofTable('event'), ...ofTable('meta')]);
  const all = { ...counts, post: POSTS, post_target: POSTS, due: (counts['due'] ?? 0) + POSTS };
  yield `${JSON.stringify({ end: { counts: all, sha256: hash.digest('hex') } })}\n`;
}

const PAGE = 1_000;

function* pages(lineOf: (index: number) => unknown): Generator<string[]> {
  for (let from = 0; from < POSTS; from += PAGE)
    yield Array.from({ length: PAGE }, (_, index) => JSON.stringify(lineOf(from + index)));
}

interface Owner {
  readonly teamId: string;
  readonly userId: string;
  readonly profileId: string;
}

function ownerIn(records: readonly string[]): Owner {
  const all = records.map((line) => (JSON.parse(line) as { record: { kind: string; id: string } }).record);
  const idOf = (kind: string): string => all.find((one) => one.kind === kind)?.id ?? '';
  return { teamId: idOf('$team'), userId: idOf('user'), profileId: idOf('profile') };
}

interface Planned extends Owner {
  readonly index: number;
  readonly id: string;
  readonly accountId: string;
  /** Milliseconds. */
  readonly at: number;
}

/** The first ones are due at one instant, and lie among the others. */
function plannedPost(index: number, owner: Owner, accounts: readonly string[]): Planned {
  const isDue = index % (POSTS / DUE_POSTS) === 0;
  return {
    ...owner,
    index,
    id: (index + 1).toString(16).padStart(24, '0'),
    accountId: accounts[Math.floor(index / (POSTS / DUE_POSTS)) % accounts.length] ?? '',
    at: isDue ? Date.parse(DUE_AT) : LATER + index * STEP_MS,
  };
}

const CREATED = Date.parse('2026-01-05T08:00:00Z');

const rowOf = ({ index, id, teamId, userId, profileId, accountId, at }: Planned) => ({
  seq: index + 1,
  id,
  team_id: teamId,
  user_id: userId,
  status: 'scheduled',
  source: 'service',
  hidden: 0,
  at,
  created_at: CREATED,
  platform: 'bluesky',
  words: `\npost ${String(index)}`,
  target_key: `${accountId}/${profileId}/bluesky`,
  doc: {
    ...{ id, teamId, userId, status: 'scheduled', source: 'service', hidden: false },
    ...{ content: `post ${String(index)}`, mediaItems: [] },
    targets: [{ platform: 'bluesky', accountId, profileId, status: 'pending', run: 1 }],
    ...{ scheduledFor: at, timezone: 'UTC', queueId: null, createdAt: CREATED, updatedAt: CREATED, extra: {} },
  },
});

const targetOf = ({ index, accountId, profileId }: Planned) => ({
  post_seq: index + 1,
  account_id: accountId,
  profile_id: profileId,
  platform: 'bluesky',
});

/** Rows of due work that the service has from its start have lower numbers. */
const FIRST_DUE = 1_000;

const dueRowOf = ({ index, id, accountId, at }: Planned) => ({
  id: FIRST_DUE + index,
  due_at: at,
  kind: 'publish',
  ref: `${id}/${accountId}`,
  attempt: 1,
  payload: { run: 1, tries: 0 },
});
