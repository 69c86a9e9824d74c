/** Nothing is reported to anybody: whatever a command asks goes by the proxy here, which answers in place of the host that was meant. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { binary } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

const API = 'api.example.test';

/** A proxy that knows one host, and notes every host that is asked for. */
async function startProxy() {
  const asked: string[] = [];
  const server = createServer(({ url = '' }, answer) => {
    asked.push(new URL(url).host);
    answer.writeHead(200, { 'content-type': 'application/json' }).end('{"profiles":[],"profile":{"_id":"x"}}');
  });
  server.on('connect', ({ url = '' }, socket) => {
    asked.push(url);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  return { asked, url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` };
}

test('no command asks any host but that of its context', async () => {
  const { asked, url } = await startProxy();
  const HOME = await temporaryFolder();
  const env = {
    HOME,
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    SVC_BASE_URL: `http://${API}`,
    SVC_API_KEY: `sk_${'a'.repeat(64)}`,
  };
  const quiet = [
    ['--help'],
    ['version'],
    ['commands', 'posts'],
    ['help', 'output'],
    ['doctor'],
    ['config', 'list'],
    ['profiles', 'create', '--name', 'x', '--dry-run'],
    ['profiles', 'list', '--bad-flag'],
    ['completion', 'bash'],
  ];
  for (const words of quiet) await binary(words, { env });
  expect(asked).toEqual([]);
  expect((await binary(['profiles', 'list'], { env })).code).toBe(0);
  expect((await binary(['profiles', 'create', '--name', 'x'], { env })).code).toBe(0);
  await binary(['doctor', '--network'], { env });
  expect([...new Set(asked)]).toEqual([API]);
});
