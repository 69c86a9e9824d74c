/** Names in place of ids, against the real local service: what is looked up, what goes untouched, and what is refused. */
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import { join } from 'node:path';
import { importBench } from '../commands/posts/importing.ts';
import { ANN, BEN, FOUNDER, GUILD } from '../service/areas/discord/community.ts';
import { ROOT } from '../support/process.ts';
import type { TestWorld } from '../support/world.ts';

async function bench() {
  const made = await importBench();
  const profileId = await made.profileId();
  const whatsapp = await made.account('whatsapp', { username: '+15550100200' });
  const twitter = await made.account('twitter', { username: 'northwind' });
  await made.account('threads', { username: 'northwind' });
  const record = async (path: string, body: object, field: string): Promise<string> =>
    String(((await made.api('POST', path, { body })).body[field] as unknown as { id: string }).id);
  const contact = (name: string) => record('/v1/contacts', { profileId, name }, 'contact');
  const sequence = (name: string) =>
    record('/v1/sequences', { profileId, accountId: whatsapp._id, platform: 'whatsapp', name, steps: [] }, 'sequence');
  return { ...made, profileId, whatsapp: whatsapp._id, twitter: twitter._id, contact, sequence };
}

describe('a name in place of an id', () => {
  test('is found in path, query and body, whatever its case', async () => {
    const { svc, asked, sequence, contact, profileId, whatsapp } = await bench();
    const [welcome, mia] = [await sequence('Welcome'), await contact('Mia Berger')];
    await asked();
    expect((await svc(['sequences', 'get', 'welcome'])).code).toBe(0);
    expect(await asked()).toEqual([`GET /v1/sequences/${welcome}`, 'GET /v1/sequences']);
    const { code, out } = await svc([
      'sequences',
      'enroll',
      'Welcome',
      '--contact',
      'Mia Berger',
      '--dry-run',
      '-o',
      'json',
    ]);
    expect([code, out()]).toEqual([0, expect.stringContaining('<contact Mia Berger>')]);
    expect(await asked()).toEqual([]);
    const profile = await svc(['contacts', 'list', '--profile', 'default', '-o', 'json']);
    expect([profile.code, profile.out()]).toEqual([0, expect.stringContaining(mia)]);
    const created = await svc(
      [
        'broadcasts',
        'create',
        '--profile-id',
        profileId,
        '--account-id',
        '+15550100200',
        '--platform',
        'whatsapp',
      ].concat(['--name', 'Hello', '--message', '{"text":"Hello"}', '-o', 'json']),
    );
    expect(created.code).toBe(0);
    expect(created.out()).toContain(whatsapp);
  });

  test('of a member or of a role is found in the server of the call', async () => {
    const { svc, account, asked } = await bench();
    await account('discord');
    await asked();
    const { code, err } = await svc(['discord', 'members', 'add-role', GUILD, 'ann.keller', 'Founding member']);
    expect([code, err()]).toEqual([0, '']);
    expect((await asked()).filter((line) => line.startsWith('PUT'))).toEqual([
      `PUT /v1/discord/guilds/${GUILD}/members/${ANN}/roles/${FOUNDER}`,
    ]);
    expect((await svc(['discord', 'members', 'get', GUILD, 'Ben', '-o', 'json'])).out()).toContain(BEN);
    const unknown = await svc(['discord', 'members', 'get', GUILD, 'ann.kelle']);
    expect([unknown.code, unknown.err()]).toEqual([2, expect.stringContaining('ann.keller')]);
  });

  test('may be the end of an id, as a table shows it', async () => {
    const { svc, asked, sequence, twitter } = await bench();
    const welcome = await sequence('Welcome');
    await sequence('Goodbye');
    for (const word of [`…${welcome.slice(-6)}`, welcome.slice(-6), `...${welcome.slice(-6)}`]) {
      await asked();
      expect((await svc(['sequences', 'get', word])).code).toBe(0);
      expect((await asked())[0]).toBe(`GET /v1/sequences/${welcome}`);
    }
    expect((await svc(['sequences', 'get', 'ffffff'])).code).toBe(2);
    const named = ['twitter', 'follow', '--target-user-id', '2244994945', '--account-id', `…${twitter.slice(-6)}`];
    expect((await svc(named)).code).toBe(0);
    const { code, err } = await svc(['posts', 'get', '…293a4b']);
    expect([code, err()]).toEqual([2, expect.stringContaining('with --wide they show it whole')]);
  });

  test('stands beside the id in the question before an act', async () => {
    const { svc, sequence } = await bench();
    const welcome = await sequence('Welcome');
    const questions: string[] = [];
    const confirm = (text: string) => Promise.resolve(questions.push(text) === 0);
    const doors = ({ world }: TestWorld) => ({ prompt: { ...world.prompt, possible: true, confirm } });
    const { code } = await svc(['sequences', 'delete', 'welcome'], { doors });
    await svc(['sequences', 'delete', welcome], { doors });
    expect(code).toBe(130);
    expect(questions).toEqual([
      expect.stringContaining(`(welcome, ${welcome}`) as string,
      expect.stringContaining(`(${welcome}`) as string,
    ]);
  });

  test('an id goes as it was typed and costs no request', async () => {
    const { svc, asked, sequence, twitter } = await bench();
    const id = await sequence('Welcome');
    await asked();
    await svc(['sequences', 'get', id]);
    await svc(['posts', 'list', '--account-id', twitter]);
    expect(await asked()).toEqual(['GET /v1/posts', `GET /v1/sequences/${id}`]);
  });

  test('that fits several is refused with the candidates', async () => {
    const { svc, contact, sequence, asked } = await bench();
    const ids = [await contact('Mia Berger'), await contact('mia berger'), await contact('MIA BERGER')];
    await sequence('Welcome');
    await asked();
    const two = await svc(['contacts', 'get', 'Mia BERGER']);
    expect([two.code, two.error.message]).toEqual([2, expect.stringContaining('matches 3 contacts')]);
    expect((two.error.details['candidates'] as unknown as { id: string }[]).map(({ id }) => id).sort()).toEqual(
      [...ids].sort(),
    );
    const exact = await svc(['contacts', 'get', 'Mia Berger', '-o', 'json']);
    expect([exact.code, exact.out()]).toEqual([0, expect.stringContaining(ids[0] ?? '')]);
    const account = await svc(['posts', 'list', '--account-id', 'northwind']);
    expect([account.code, account.error.message]).toEqual([2, expect.stringContaining('matches 2 accounts')]);
    expect((await svc(['posts', 'list', '--account-id', 'twitter:@northwind'])).code).toBe(0);
  });

  test('that fits nothing is refused with the nearest', async () => {
    const { svc, sequence, asked } = await bench();
    await sequence('Welcome');
    await asked();
    const { code, err } = await svc(['sequences', 'delete', 'Welcom', '--yes']);
    expect([code, err()]).toEqual([2, expect.stringContaining('Did you mean Welcome?')]);
    expect((await asked()).filter((one) => one.startsWith('DELETE'))).toEqual([]);
  });

  test('what else is wrong is said before anything is looked up', async () => {
    const { svc, asked } = await bench();
    await asked();
    const { code, err } = await svc(['posts', 'list', '--account-id', 'twitter', '--limit', 'x']);
    expect([code, err()]).toEqual([2, expect.stringContaining('--limit')]);
    expect((await svc(['sequences', 'get', '65e88199c423228a456677d'])).code).toBe(2);
    expect(await asked()).toEqual([]);
  });

  test('is found for hand-made flags as well', async () => {
    const { svc } = await bench();
    const { code, out } = await svc(['posts', 'create', 'hi', '--draft', '--to', 'twitter', '--profile', 'Default']);
    expect([code, out()]).toEqual([0, expect.stringContaining('draft')]);
    expect((await svc(['posts', 'create', 'hi', '--draft', '--to', 'twitter', '--profile', 'Nobody'])).code).toBe(2);
  });
});

test('every kind that is called by a name is found by a list that the cards have', () => {
  const catalog = openCatalog(join(ROOT, 'dist', 'cards'));
  for (const { list, by } of Object.values(catalog.called())) {
    expect(catalog.card(list).reads).toBe(true);
    expect(by).not.toEqual([]);
  }
  expect(catalog.card('enrollContacts').named).toEqual({ sequenceId: 'sequence', contactIds: 'contact' });
  expect(catalog.card('deleteWhatsAppTemplate').named).not.toHaveProperty('name');
});
