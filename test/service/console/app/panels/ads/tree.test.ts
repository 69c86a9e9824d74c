import { expect, test } from 'vitest';
import { rowsOf, type Campaign } from '../../../../../../src/service/console/app/panels/ads/tree.ts';
import { startService } from '../../../../../support/service.ts';

test('the tree of the demo is rows, each below what it belongs to, and each status is set where it says', async () => {
  const { api, service } = await startService({ seedPack: 'demo' });
  const { campaigns } = (await api<{ campaigns: Campaign[] }>('GET', '/v1/ads/tree')).body;
  const rows = campaigns.flatMap(rowsOf);
  expect(rows.slice(0, 2).map(({ level, depth }) => [level, depth])).toEqual([
    ['campaign', 0],
    ['ad_set', 1],
  ]);
  const [campaign] = rows;
  const [operation = '', place = ''] = campaign?.change ?? [];
  const path = service.desk.catalog.card(operation).path.replace(`{${place}}`, encodeURIComponent(campaign?.id ?? ''));
  const answer = await api('PUT', path, { body: { status: 'paused', platform: campaign?.platform } });
  expect(answer.status).toBe(200);
});
