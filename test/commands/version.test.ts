import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../support/process.ts';
import { svc } from '../support/svc.ts';

test('version names svc and Node, without a key and without the network', async () => {
  const { version } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const { code, stdout } = await svc(['version']);
  expect([code, JSON.parse(stdout)]).toEqual([
    0,
    {
      version,
      node: '20.19.0',
      platform: process.platform,
      root: ROOT,
      settings: expect.any(String) as string,
    },
  ]);
});
