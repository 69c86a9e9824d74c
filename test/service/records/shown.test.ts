import { expect, test } from 'vitest';
import { shownFields } from '../../../src/service/records/shown.ts';
import { startService } from '../../support/service.ts';

test('an answer shows the fields of a record, and not those that its kind keeps or takes without giving them back', () => {
  const kind = { id: 'record', owner: 'team', source: 'team', unread: ['password'], keeps: { hash: {} } } as const;
  const catalog = { kinds: () => ({ secret: kind }) };
  const doc = { name: 'one', $price: 3, password: 'x', hash: 'y' };
  expect(shownFields({ kind: 'secret', doc }, catalog)).toEqual({ name: 'one', $price: 3 });
});

test('what the service keeps of keys and endpoints is in no answer', async () => {
  const { api } = await startService();
  const key = await api('POST', '/v1/api-keys', { body: { name: 'one' } });
  const endpoint = {
    name: 'one',
    url: 'https://hooks.example.test',
    events: ['post.published'],
    disabledResourceGroups: ['ads'],
  };
  const webhook = await api('POST', '/v1/webhooks/settings', { body: endpoint });
  const all = [key, webhook, await api('GET', '/v1/api-keys'), await api('GET', '/v1/webhooks/settings')];
  expect(all.map(({ status }) => status)).toEqual([201, 200, 200, 200]);
  for (const name of ['userId', 'deniedAt', 'deviceName']) expect(JSON.stringify(all)).not.toContain(`"${name}"`);
});
