/** Kills the service while runs of a workflow of twelve steps go on: after the next start each step has been done, and once. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startRepeatable, untilPassed } from '../support/killed.ts';
import type { ServiceProcess } from '../support/process.ts';
import { roundsOf, sayFigure } from '../support/proof.ts';
import { seeded } from '../support/seeded.ts';
import type { Json } from '../support/service.ts';
import { temporaryFolder } from '../support/temp.ts';

const ROUNDS = roundsOf(3);

const PEOPLE = 6;

const tag = (id: string) => ({ id, type: 'set_variable', config: { name: id, value: '{{message}}' } });
const say = (id: string) => ({ id, type: 'send_message', config: { text: id } });

const NODES = [
  { id: 'start', type: 'trigger' },
  ...[say('one'), tag('a'), say('two')],
  { id: 'if', type: 'condition', config: { field: 'a', operator: 'exists' } },
  ...[say('three'), tag('b'), say('four'), { id: 'sort', type: 'ai' }, tag('c'), say('five')],
  { id: 'done', type: 'end' },
];

const EDGES = NODES.slice(1).map(({ id }, at) => ({ id: `e${String(at)}`, source: NODES[at]?.id, target: id }));

async function call(service: ServiceProcess, path: string, body?: object): Promise<Json> {
  const key = path.startsWith('/_local') ? service.controlKey : service.apiKey;
  const answer = await fetch(`${new URL(service.url).origin}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const read = (await answer.json()) as Json;
  expect(answer.status, JSON.stringify(read)).toBeLessThan(300);
  return read;
}

/** An active workflow in a folder that every round copies. */
async function baseIn(folder: string): Promise<{ readonly id: string; readonly accountId: string }> {
  const service = await startRepeatable(folder);
  const { account } = await call(service, '/_local/accounts', { platform: 'telegram' });
  const [accountId, profileId] = [String(account?.['_id']), account?.['profileId']];
  const profile = typeof profileId === 'object' ? (profileId as Json)['_id'] : profileId;
  const body = { profileId: profile, accountId, platform: 'telegram', name: 'Twelve', nodes: NODES, edges: EDGES };
  const made = await call(service, '/v1/workflows', body);
  const id = String(made['workflow']?.['id']);
  await call(service, `/v1/workflows/${id}/activate`, {});
  await service.kill();
  return { id, accountId };
}

test(
  `AUT-06 ${String(ROUNDS)} kills during runs of a workflow with twelve steps: each step is done once`,
  async () => {
    const random = seeded(20260106);
    const folder = await temporaryFolder();
    const { id, accountId } = await baseIn(join(folder, 'base'));
    const cut = { runs: 0, unfinished: 0 };
    for (let round = 0; round < ROUNDS; round += 1) {
      const place = join(folder, `round-${String(round)}`);
      await cp(join(folder, 'base'), place, { recursive: true });
      const first = await startRepeatable(place);
      const people = Array.from({ length: PEOPLE }, (_, at) => `1555010060${String(at)}`);
      const inbound = people.map((person) =>
        call(first, '/_local/inbound', { type: 'message', accountId, participant: { id: person }, text: 'Hello' }),
      );
      const answered = Promise.allSettled(inbound);
      await untilPassed(random() * 250);
      await first.kill();
      const begun = (await answered).filter(({ status }) => status === 'fulfilled').length;

      const next = await startRepeatable(place);
      const before = (await call(next, `/v1/workflows/${id}/executions?limit=100`))['executions'] as unknown as Json[];
      cut.unfinished += before.filter((run) => String(run['status']) !== 'completed').length;
      await call(next, '/_local/clock/advance', { seconds: 0 });
      const runs = (await call(next, `/v1/workflows/${id}/executions?limit=100`))['executions'] as unknown as Json[];
      expect(runs.length).toBeGreaterThanOrEqual(begun);
      cut.runs += runs.length;
      const sent = (await call(next, '/_local/events?type=message.sent&limit=1000'))['events'] as unknown as Json[];
      for (const run of runs) {
        expect(run).toMatchObject({ status: 'completed', stepCount: NODES.length });
        const said = sent.map((one) => one['payload']?.['message']).filter((one) => one?.['executionId'] === run['id']);
        expect(said.map((one) => one?.['text'])).toEqual(['one', 'two', 'three', 'four', 'five']);
        const { events } = await call(next, `/v1/workflows/${id}/executions/${String(run['id'])}/events`);
        const done = (events as unknown as Json[]).filter((one) => String(one['action']) === 'node_completed');
        expect(done.map((one) => one['nodeId'])).toEqual(NODES.map((node) => node.id));
      }
      await next.kill();
    }
    await sayFigure(
      `${String(ROUNDS)} kills during ${String(cut.runs)} runs of a workflow with twelve steps, ${String(cut.unfinished)} of them under way when the service started again: every step was done, and once.`,
    );
  },
  60_000 + ROUNDS * 20_000,
);
