/** `svc broadcasts send` and `get`: the question says to how many it goes, and a wait ends when everybody was sent to. */
import { expect, test } from 'vitest';
import { steered, type Steered } from '../../support/steered.ts';
import { testWorld } from '../../support/world.ts';
import { errorIn, svc, type Said, type SvcOptions } from '../../support/svc.ts';

interface Bench extends Steered {
  readonly accountId: string;
  /** A broadcast to so many people. */
  broadcastTo(people: number): Promise<string>;
  run(words: readonly string[], doors?: SvcOptions['doors']): Promise<Said>;
}

async function bench(): Promise<Bench> {
  const under = await steered();
  const { _id: accountId } = await under.account('telegram');
  const profileId = await under.profileId();
  const env = { SVC_BASE_URL: under.url, SVC_API_KEY: under.service.apiKey };
  return {
    ...under,
    accountId,
    run: (words, doors = {}) => svc(['broadcasts', ...words, '-o', 'json'], { env, doors }),
    async broadcastTo(people) {
      const contacts = Array.from({ length: people }, (_, at) => ({
        name: `Person ${at}`,
        platformIdentifier: String(1_000_000 + at),
      }));
      const owner = { profileId, accountId, platform: 'telegram' };
      await under.api('POST', '/v1/contacts/bulk', { body: { ...owner, contacts } });
      const body = { ...owner, name: 'News', message: { text: 'Hi' } };
      const { broadcast } = (await under.api('POST', '/v1/broadcasts', { body })).body;
      const id = String(broadcast?.['id']);
      await under.api('POST', `/v1/broadcasts/${id}/recipients`, { body: { useSegment: true } });
      return id;
    },
  };
}

test('the question names the recipients and the platform, and a no sends nothing', async () => {
  const { broadcastTo, run, api } = await bench();
  const id = await broadcastTo(60);
  const questions: string[] = [];
  const confirm = async (question: string) => questions.push(question) < 0;
  const prompt = { possible: true, confirm } as unknown as NonNullable<SvcOptions['doors']>['prompt'];
  const said = await run(['send', id], { prompt } as SvcOptions['doors']);
  expect([said.code, questions]).toEqual([130, [expect.stringContaining('Send to 60 people over Telegram?')]]);
  expect((await api('GET', `/v1/broadcasts/${id}`)).body['broadcast']).toMatchObject({ status: 'draft' });
});

test('the question about a broadcast that nobody gets says so', async () => {
  const { broadcastTo, run } = await bench();
  const id = await broadcastTo(0);
  const questions: string[] = [];
  const confirm = async (question: string) => questions.push(question) < 0;
  const prompt = { possible: true, confirm } as unknown as NonNullable<SvcOptions['doors']>['prompt'];
  await run(['send', id], { prompt } as SvcOptions['doors']);
  expect(questions).toEqual([expect.stringContaining('This broadcast has no recipients. Send it anyway?')]);
});

test('--yes asks nothing and looks nothing up', async () => {
  const { broadcastTo, run, control } = await bench();
  const id = await broadcastTo(1);
  expect((await run(['send', id, '--yes'])).code).toBe(0);
  const { body } = await control('GET', '/_local/requests?operation=getBroadcast');
  expect(body['requests']).toEqual([]);
});

test('--wait ends when everybody was sent to, though the clock is frozen', async () => {
  const { broadcastTo, run, advance } = await bench();
  const sleep = async () => void (await advance(0));
  const clock = { ...testWorld().world.clock, sleep };
  const { code, stdout } = await run(['send', await broadcastTo(120), '--yes', '--wait'], { clock });
  expect([code, JSON.parse(stdout)]).toMatchObject([
    0,
    { broadcast: { status: 'completed', recipientCount: 120, sentCount: 120, failedCount: 0 } },
  ]);
});

test('a broadcast that waits for its time ends the wait with exit 8', async () => {
  const { broadcastTo, run, api } = await bench();
  const id = await broadcastTo(1);
  const body = { scheduledAt: '2026-01-06T09:00:00Z' };
  expect((await api('POST', `/v1/broadcasts/${id}/schedule`, { body })).status).toBe(200);
  const said = await run(['get', id, '--wait']);
  expect([said.code, errorIn(said)]).toMatchObject([
    8,
    {
      message: 'The broadcast is scheduled, and the clock of the local service is frozen.',
      hint: expect.stringContaining(`svc broadcasts cancel ${id}`),
    },
  ]);
});

test('a broadcast that some did not get ends with exit 9, and one that nobody sent does not wait', async () => {
  const { broadcastTo, run, local, accountId } = await bench();
  const id = await broadcastTo(3);
  expect((await run(['get', id, '--wait'])).code).toBe(3);
  const reject = ['--operation', 'send', '--outcome', 'reject', '--message', 'Blocked.', '--times', '2'];
  await local('network', 'behaviour', accountId, ...reject);
  const said = await run(['send', id, '--yes', '--wait']);
  expect([said.code, errorIn(said)]).toMatchObject([
    9,
    {
      message: '2 of 3 recipients did not receive the message.',
      hint: expect.stringContaining(`svc broadcasts recipients list ${id} --status failed`),
    },
  ]);
});
