import { expect, test } from 'vitest';
import { errorIn, svc } from '../../support/svc.ts';
import { testWorld } from '../../support/world.ts';
import { startFlows } from '../../service/areas/workflows/flows.ts';

test('a run is waited for until it is over, and a frozen clock ends the wait with what to do', async () => {
  const { active, service, advance } = await startFlows('telegram');
  const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.apiKey };
  const id = await active([
    ['start', 'trigger', { keywords: ['hours'] }],
    ['pause', 'delay', { minutes: 5 }],
    ['end', 'send_message', { text: 'Nine to five.' }],
  ]);
  const words = ['workflows', 'runs', 'start', id, '--text', 'hours', '--wait', '-o', 'json', '--to'];
  const waits = await svc([...words, '1000001'], { env });
  expect([waits.code, errorIn(waits)['message']]).toEqual([
    8,
    expect.stringContaining('the clock of the local service'),
  ]);
  const { clock } = testWorld().world;
  const sleep = async () => void (await advance(301));
  const over = await svc([...words, '1000002'], { env, doors: { clock: { ...clock, sleep } } });
  expect([over.code, JSON.parse(over.stdout)]).toMatchObject([0, { status: 'completed' }]);
});

test('a run is found behind a page of others', async () => {
  const { active, run, service, advance } = await startFlows('telegram');
  const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.apiKey };
  const id = await active([
    ['start', 'trigger', { keywords: ['hours'] }],
    ['pause', 'delay', { minutes: 5 }],
  ]);
  for (let person = 0; person < 26; person += 1) await run(id, { to: String(1_000_100 + person) });
  const { clock } = testWorld().world;
  let later = 1_000_200;
  const sleep = async () => {
    for (let more = 0; more < 26; more += 1) await run(id, { to: String((later += 1)) });
    await advance(301);
  };
  const words = ['workflows', 'runs', 'start', id, '--to', '1000001', '--wait', '-o', 'json'];
  const over = await svc(words, { env, doors: { clock: { ...clock, sleep } } });
  expect([over.code, JSON.parse(over.stdout)]).toMatchObject([0, { status: 'completed' }]);
});
