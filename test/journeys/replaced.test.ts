/** The program is updated under a running service: it runs nothing of the new build, says so, and goes on with what it has. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { BUILD_MARK } from '../../src/kernel/build-mark.ts';
import { STALE } from '../../src/service/build-watch.ts';
import { ROOT } from '../support/process.ts';
import { temporaryFolder } from '../support/temp.ts';

test('an update under a running service is noticed: health is stale, what is not loaded is refused, the log says it once', async () => {
  const { folder, url, apiKey, controlKey, log } = await startInstalled();
  const ask = async (path: string, key = apiKey) => {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${key}` } });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  expect(await ask('/v1/profiles')).toMatchObject({ status: 200 });
  expect((await ask('/_local/health')).body).toMatchObject({ status: 'ok' });

  await update(folder);
  expect((await ask('/_local/health')).body).toMatchObject({ status: 'stale', message: STALE });
  for (const path of ['/v1/queue/slots?profileId=0123456789abcdef01234567', '/v1/api-keys', '/v1/ads'])
    expect(await ask(path), path).toMatchObject({
      status: 503,
      body: { error: STALE, type: 'api_error', code: 'temporarily_unavailable' },
    });
  expect(await ask('/v1/profiles')).toMatchObject({ status: 200 });
  const requests = await ask('/_local/requests?limit=1&status=503', controlKey);
  expect(JSON.stringify(requests.body)).toContain('of another build');
  expect(log().split(STALE)).toHaveLength(2);
});

/** A copy of the package as a package manager leaves it, and a service that runs from it. */
async function startInstalled() {
  const folder = await temporaryFolder();
  for (const name of ['bin', 'dist', 'package.json'])
    await cp(join(ROOT, name), join(folder, 'svc', name), { recursive: true });
  await symlink(join(ROOT, 'node_modules'), join(folder, 'svc', 'node_modules'));
  const words = ['local', 'start', '--foreground', '--ephemeral', '--port', '0', '-o', 'json'];
  const child = spawn(process.execPath, [join(folder, 'svc', 'bin', 'svc.js'), ...words], {
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const ready = JSON.parse(line) as { url: string; apiKey: string; controlKey: string };
  return { folder, ...ready, log: () => said };
}

/** What a newer build changes: its mark, its packs, and the cards. */
async function update(folder: string): Promise<void> {
  const dist = join(folder, 'svc', 'dist');
  await writeFile(join(dist, BUILD_MARK), 'another\n');
  const areas = join(dist, 'areas.cjs');
  const text = await readFile(areas, 'utf8');
  await writeFile(areas, text.replace(/id:"\w+"/, 'id:"another"'));
}
