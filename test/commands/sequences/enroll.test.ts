/** `svc sequences enroll --wait`: until everybody whom it enrolled is through, whoever else is in the sequence. */
import { expect, test } from 'vitest';
import { startService } from '../../support/service.ts';
import { errorIn, svc } from '../../support/svc.ts';
import { testWorld } from '../../support/world.ts';

async function scene(people: number) {
  const at = await startService();
  const { _id: accountId } = await at.account('telegram');
  const common = { profileId: await at.profileId(), accountId, platform: 'telegram' };
  const contacts: string[] = [];
  for (let index = 0; index < people; index += 1) {
    const body = { ...common, platformIdentifier: String(1_000_000 + index), name: `N${String(index)}` };
    contacts.push(String((await at.api('POST', '/v1/contacts', { body })).body['contact']?.['id']));
  }
  const steps = [
    { order: 1, delayMinutes: 0, message: { text: 'Welcome.' } },
    { order: 2, delayMinutes: 60, message: { text: 'Any questions?' } },
  ];
  const made = await at.api('POST', '/v1/sequences', { body: { ...common, name: 'Welcome', steps } });
  const path = `/v1/sequences/${String(made.body['sequence']?.['id'])}`;
  await at.api('POST', `${path}/activate`);
  const { url } = await at.service.listen({ host: '127.0.0.1', port: 0 });
  const env = { SVC_BASE_URL: url, SVC_API_KEY: at.service.apiKey };
  const enroll = (ids: readonly string[], sleep?: () => Promise<void>) => {
    const { clock } = testWorld().world;
    const id = path.split('/').at(-1) ?? '';
    const argv = ['sequences', 'enroll', id, '--yes', '--wait', '-o', 'json'];
    const doors = sleep === undefined ? {} : { doors: { clock: { ...clock, sleep } } };
    return svc([...argv, ...ids.flatMap((one) => ['--contact-ids', one])], { env, ...doors });
  };
  return { ...at, path, contacts, enroll };
}

test('it waits until all of them are through, and a frozen clock ends the wait with what to do', async () => {
  const { contacts, enroll, advance, api, path } = await scene(3);
  const waits = await enroll(contacts.slice(0, 1));
  expect([waits.code, errorIn(waits)['hint']]).toEqual([8, expect.stringContaining('svc sequences enrollments list')]);
  const over = await enroll(contacts.slice(1), async () => void (await advance(1_800)));
  expect([over.code, JSON.parse(over.stdout)]).toMatchObject([0, { enrolled: 2, failed: 0 }]);
  expect((await api('GET', path.concat('/enrollments'))).body['enrollments']).toMatchObject([
    { status: 'completed' },
    { status: 'completed' },
    { status: 'completed' },
  ]);
});

test('it sees whom it enrolled behind a page of others, and does not wait where nobody was enrolled', async () => {
  const { contacts, enroll, api, path, advance } = await scene(52);
  const last = contacts.at(-1) ?? '';
  await api('POST', `${path}/enroll`, { body: { contactIds: contacts.slice(0, -1) } });
  const waits = await enroll([last]);
  expect([waits.code, errorIn(waits)['message']]).toEqual([8, expect.stringContaining('is active')]);
  const again = await enroll([last]);
  expect([again.code, again.stdout === '' ? '' : JSON.parse(again.stdout)]).not.toMatchObject([8, {}]);
  await advance(3_660);
});
