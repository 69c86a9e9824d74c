/** Certificates of a company's own authority: a real TLS server, and calls to it. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { errorIn, svc } from '../support/svc.ts';
import { temporaryFolder } from '../support/temp.ts';

/** An API with a certificate that no machine knows. */
async function secureApi() {
  const folder = await temporaryFolder();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  // prettier-ignore
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-days', '1', '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'], { stdio: 'ignore' });
  const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, ({ method }, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' });
    answer.end(method === 'GET' ? '{"profiles":[{"_id":"64f0a1b2c3d4e5f601234567","name":"Acme"}]}' : '{"profile":{}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  const baseUrl = `https://localhost:${String((server.address() as AddressInfo).port)}`;
  const env = { SVC_BASE_URL: baseUrl, SVC_API_KEY: `sk_${'a'.repeat(64)}` };
  return { folder, cert, key, env };
}

const LIST = ['profiles', 'list', '-o', 'json'];

test('an unknown authority is refused with the way out, and trusted by flag, by variable and by setting', async () => {
  const { cert, env, folder } = await secureApi();
  expect(errorIn(await svc(LIST, { env }))).toMatchObject({ exit: 13, hint: expect.stringContaining('--cacert') });
  expect((await svc([...LIST, '--cacert', cert], { env })).code).toBe(0);
  expect((await svc(LIST, { env: { ...env, SVC_CACERT: cert } })).code).toBe(0);
  expect((await svc(['config', 'set', 'cacert', cert, '--all'], { folder, env })).code).toBe(0);
  expect((await svc(LIST, { folder, env })).code).toBe(0);
});

test('writes and every page of a list go over connections that trust it, too', async () => {
  const { cert, env } = await secureApi();
  const trusting = { env: { ...env, SVC_CACERT: cert } };
  expect((await svc(['profiles', 'create', '--name', 'Acme'], trusting)).code).toBe(0);
  expect((await svc(['api', '/v1/profiles', '--all'], trusting)).code).toBe(0);
});

test('a file without a certificate is exit 2, and so is a setting that depends on the folder', async () => {
  const { key, env, folder } = await secureApi();
  expect(errorIn(await svc([...LIST, '--cacert', key], { env }))).toMatchObject({ exit: 2, param: '--cacert' });
  expect(errorIn(await svc(['config', 'set', 'cacert', 'cert.pem', '--all'], { env }))).toMatchObject({ exit: 2 });
  writeFileSync(join(folder, '.svc.json'), JSON.stringify({ cacert: key }));
  const said = await svc(['config', 'explain', 'cacert'], { folder, env });
  expect(said.stdout).not.toContain(key);
});
