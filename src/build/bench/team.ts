/** Team mode beside the embedded store of the same run: calls through one, two and four processes, and work that is due at one instant. */
import { join } from 'node:path';
import { startCluster } from '../postgres/cluster.ts';
import { besideDead, deliveriesPerSecond, figureOf as isolation } from './deliveries.ts';
import type { Figure } from './figure.ts';
import { account, dueAtOnce, perSecond, type Shot } from './load.ts';
import { startService, type Started } from './run.ts';

const PROCESSES = [1, 2, 4];

/** Least part of the embedded store's rate at which due work is done and events are delivered. */
const LEAST = 0.5;

/** Two events a second to each endpoint: about a thousand deliveries a second. */
const MANY_ENDPOINTS = { endpoints: 500, events: 20, pauseMs: 500 };

export async function teamFigures(folder: string): Promise<Figure[]> {
  const cluster = await startCluster();
  try {
    const figures = await rates(folder, await cluster.newDatabase());
    return [
      ...figures,
      await due(folder, await cluster.newDatabase()),
      await deliveries(folder, await cluster.newDatabase()),
      await oneDead(folder, await cluster.newDatabase()),
    ];
  } finally {
    await cluster.stop();
  }
}

interface Rates {
  readonly reads: number;
  readonly writes: number;
}

async function rates(folder: string, url: string): Promise<Figure[]> {
  const embedded = await startService(join(folder, 'team-file'), '--data-dir', join(folder, 'team-file-data'));
  const base = await ratesOf([embedded]).finally(() => embedded.stop());
  const started: Started[] = [];
  const figures: Figure[] = [];
  try {
    for (const count of PROCESSES) {
      while (started.length < count) started.push(await startMember(folder, url, started.length));
      const { reads, writes } = await ratesOf(started);
      figures.push(
        figureOf(`GET /v1/profiles through ${processes(count)}`, reads, base.reads),
        figureOf(`POST /v1/posts through ${processes(count)}`, writes, base.writes),
      );
    }
  } finally {
    for (const one of started) await one.stop();
  }
  return figures;
}

const processes = (count: number): string => (count === 1 ? '1 process' : `${String(count)} processes`);

const startMember = (folder: string, url: string, index: number): Promise<Started> =>
  startService(
    join(folder, `team-${String(index)}`),
    '--data-dir',
    join(folder, `team-${String(index)}-data`),
    '--database',
    url,
  );

async function ratesOf(services: readonly Started[]): Promise<Rates> {
  const [first] = services;
  if (first === undefined) throw new Error('No service was started.');
  const target = { platform: 'bluesky', accountId: await account(first, services.length) };
  const body = () => JSON.stringify({ content: 'a draft', scheduledFor: '2036-01-05T12:00:00Z', platforms: [target] });
  const headers = { authorization: `Bearer ${first.apiKey}`, 'content-type': 'application/json' };
  const shots = (more: Pick<Shot, 'method'> & Partial<Shot>, path: string): Shot[] =>
    services.map(({ url }) => ({ url: `${url}${path}`, headers, ...more }));
  return {
    reads: await perSecond(...shots({ method: 'GET' }, '/v1/profiles')),
    writes: await perSecond(...shots({ method: 'POST', body }, '/v1/posts')),
  };
}

/** Nothing is asked of these but to be seen beside each other. */
const figureOf = (what: string, rate: number, embedded: number): Figure => ({
  what,
  measured: `${(rate / embedded).toFixed(2)} × (${rate.toFixed(0)}/s)`,
  control: `file ${embedded.toFixed(0)}/s`,
  bar: 'none',
  met: true,
});

async function due(folder: string, url: string): Promise<Figure> {
  const file = await dueAtOnce(join(folder, 'team-due'), '--data-dir', join(folder, 'team-due-file'));
  const place = join(folder, 'team-due-database');
  const team = await dueAtOnce(join(folder, 'team-due-2'), '--data-dir', place, '--database', url);
  const ratio = file.seconds / team.seconds;
  return {
    what: '10000 posts due at one instant, one process',
    measured: `${ratio.toFixed(2)} × (${team.seconds.toFixed(1)} s)`,
    control: `file ${file.seconds.toFixed(1)} s`,
    bar: `≥ ${String(LEAST)}, each once`,
    met: ratio >= LEAST && team.published === file.published,
  };
}

async function deliveries(folder: string, url: string): Promise<Figure> {
  const file = await deliveriesPerSecond(join(folder, 'team-sent'), '--data-dir', join(folder, 'team-sent-file'));
  const place = join(folder, 'team-sent-database');
  const team = await deliveriesPerSecond(join(folder, 'team-sent-2'), '--data-dir', place, '--database', url);
  const ratio = team.logged / file.logged;
  return {
    what: 'deliveries, signed and logged, one process',
    measured: `${ratio.toFixed(2)} × (${team.logged.toFixed(0)}/s)`,
    control: `file ${file.logged.toFixed(0)}/s`,
    bar: `≥ ${String(LEAST)}`,
    met: ratio >= LEAST,
  };
}

const oneDead = async (folder: string, url: string): Promise<Figure> =>
  isolation(
    ', on a database',
    MANY_ENDPOINTS,
    await besideDead(
      join(folder, 'team-apart'),
      MANY_ENDPOINTS,
      ...['--data-dir', join(folder, 'team-apart-data'), '--database', url],
    ),
  );
