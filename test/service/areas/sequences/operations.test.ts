/** Who is in a sequence: told when they enter and leave, and enrolled once. */
import { expect, test } from 'vitest';
import { startService } from '../../../support/service.ts';
import { watchedAccount } from '../../events/judged.ts';

test('EVT-124 people are told when they enter a sequence and when they leave it, with it or alone', async () => {
  const at = await watchedAccount();
  const body = { profileId: at.profile, accountId: at.accountId, platform: 'telegram', name: 'Hello', steps: [] };
  const made = await at.api('POST', '/v1/sequences', { body });
  const path = `/v1/sequences/${String(made.body['sequence']?.['id'])}`;
  const person = async (name: string) => {
    const sent = { profileId: at.profile, accountId: at.accountId, platformIdentifier: name, name };
    return String((await at.api('POST', '/v1/contacts', { body: sent })).body['contact']?.['id']);
  };
  const contactIds = [await person('Ana'), await person('Bo')];
  await at.api('POST', `${path}/enroll`, { body: { contactIds } });
  expect((await at.api('DELETE', `${path}/enroll/${contactIds[0] ?? ''}`)).body).toEqual({ success: true });
  const [ana, bo] = contactIds;
  const about = async () => (await at.happened()).map(([name, payload]) => [name, Object(payload).contact?.id]);
  expect(await about()).toEqual([
    ['sequence.enrolled', ana],
    ['sequence.enrolled', bo],
    ['sequence.exited', ana],
  ]);
  expect((await at.api('GET', `${path}/enrollments`)).body['enrollments']).toMatchObject([
    { contactId: ana, status: 'exited', exitReason: 'unenrolled' },
    { contactId: bo, status: 'active' },
  ]);
  await at.api('DELETE', path);
  expect((await about()).slice(3)).toEqual([['sequence.exited', bo]]);
});

test('whom a sequence has already is not enrolled a second time', async () => {
  const { api, account, profileId } = await startService();
  const [{ _id: accountId }, profile] = [await account('telegram'), await profileId()];
  const body = { profileId: profile, accountId, platform: 'telegram', name: 'Hello', steps: [] };
  const made = await api('POST', '/v1/sequences', { body });
  const path = `/v1/sequences/${String(made.body['sequence']?.['id'])}`;
  const ana = await api('POST', '/v1/contacts', {
    body: { profileId: profile, accountId, platformIdentifier: '77', name: 'Ana' },
  });
  const contactIds = [String(ana.body['contact']?.['id'])];
  await api('POST', `${path}/enroll`, { body: { contactIds } });
  await api('POST', `${path}/enroll`, { body: { contactIds } });
  expect((await api('GET', `${path}/enrollments`)).body['enrollments']).toHaveLength(1);
});

test('whoever is in two sequences leaves the one that is named', async () => {
  const { api, account, profileId } = await startService();
  const [{ _id: accountId }, profile] = [await account('telegram'), await profileId()];
  const ana = await api('POST', '/v1/contacts', {
    body: { profileId: profile, accountId, platformIdentifier: '77', name: 'Ana' },
  });
  const id = String(ana.body['contact']?.['id']);
  const paths: string[] = [];
  for (const name of ['One', 'Two']) {
    const body = { profileId: profile, accountId, platform: 'telegram', name, steps: [] };
    paths.push(`/v1/sequences/${String((await api('POST', '/v1/sequences', { body })).body['sequence']?.['id'])}`);
    await api('POST', `${paths.at(-1) ?? ''}/enroll`, { body: { contactIds: [id] } });
  }
  expect((await api('DELETE', `${paths[1] ?? ''}/enroll/${id}`)).status).toBe(200);
  const there = paths.map(async (path) => (await api('GET', `${path}/enrollments`)).body['enrollments']);
  expect(await Promise.all(there)).toMatchObject([
    [{ contactId: id, status: 'active' }],
    [{ contactId: id, status: 'exited', exitReason: 'unenrolled' }],
  ]);
});

test('a contact that is not there is not enrolled', async () => {
  const { api, account, profileId, events } = await startService();
  const [{ _id: accountId }, profile] = [await account('telegram'), await profileId()];
  const body = { profileId: profile, accountId, platform: 'telegram', name: 'Hello', steps: [] };
  const made = await api('POST', '/v1/sequences', { body });
  const since = (await events()).length;
  const contactIds = ['0123456789abcdef01234567'];
  const path = `/v1/sequences/${String(made.body['sequence']?.['id'])}/enroll`;
  expect((await api('POST', path, { body: { contactIds } })).body).toMatchObject({
    enrolled: 0,
    failed: 1,
    results: [{ contactId: contactIds[0], success: false }],
  });
  expect((await events()).slice(since)).toEqual([]);
});

test('whoever waits goes on with the whole delay when the sequence is activated, and activating it again moves nobody', async () => {
  const { api, account, profileId, advance, feed } = await startService();
  const [{ _id: accountId }, profile] = [await account('telegram'), await profileId()];
  const steps = [{ order: 1, delayMinutes: 60, message: { text: 'Welcome.' } }];
  const common = { profileId: profile, accountId, platform: 'telegram' };
  const made = await api('POST', '/v1/sequences', { body: { ...common, name: 'Hello', steps } });
  const path = `/v1/sequences/${String(made.body['sequence']?.['id'])}`;
  const ana = await api('POST', '/v1/contacts', { body: { ...common, platformIdentifier: '77', name: 'Ana' } });
  await api('POST', `${path}/enroll`, { body: { contactIds: [ana.body['contact']?.['id']] } });
  await advance(3_600);
  expect(await feed(accountId, 'message')).toEqual([]);
  await api('POST', `${path}/activate`);
  await advance(1_800);
  expect((await api('POST', `${path}/activate`)).status).toBe(200);
  await advance(1_799);
  expect(await feed(accountId, 'message')).toEqual([]);
  await advance(1);
  expect(await feed(accountId, 'message')).toMatchObject([{ to: '77', text: 'Welcome.' }]);
});

test.each([
  [{}, 'steps', 'The sequence has no steps.'],
  [
    { steps: [{ order: 1, delayMinutes: 0, message: { text: '' } }] },
    'steps[0]',
    'The step has neither a message nor a template.',
  ],
])('a sequence that says nothing is not activated (%o)', async (fields, param, error) => {
  const { api, account, profileId } = await startService();
  const { _id: accountId } = await account('telegram');
  const body = { profileId: await profileId(), accountId, platform: 'telegram', name: 'Hello', steps: [], ...fields };
  const made = await api('POST', '/v1/sequences', { body });
  const path = `/v1/sequences/${String(made.body['sequence']?.['id'])}`;
  expect(await api('POST', `${path}/activate`)).toMatchObject({ status: 400, body: { param, error } });
});

test('a sequence writes on the platform of its account', async () => {
  const { api, account, profileId } = await startService();
  const { _id: accountId } = await account('telegram');
  const body = { profileId: await profileId(), accountId, platform: 'whatsapp', name: 'Hello', steps: [] };
  expect(await api('POST', '/v1/sequences', { body })).toMatchObject({ status: 400, body: { param: 'platform' } });
});
