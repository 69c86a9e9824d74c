/** `svc api-keys rotate` and `delete` against a local service: the new key is in use before the old one goes. */
import { describe, expect, test } from 'vitest';
import { brokenKeychain, openHome, type Home } from '../support/home.ts';
import { startService } from '../support/service.ts';
import { errorIn } from '../support/svc.ts';
import { DAY_MS } from '../../src/kernel/time.ts';
import { TEST_WORLD_NOW } from '../support/world.ts';

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly keyPreview: string;
}

interface Rotated {
  readonly apiKey: { readonly id: string; readonly key: string };
  readonly oldKey: { readonly id: string; readonly revokeAfter: string };
}

interface Scene {
  readonly home: Home;
  readonly url: string;
  /** The key of context `live`. */
  readonly key: string;
  readonly keyId: string;
  keys(): Promise<readonly Listed[]>;
  advance(seconds: number): Promise<unknown>;
}

/** A context `live` with a key made by these flags, and a context `own` with one that may do everything. */
async function scene(...flags: string[]): Promise<Scene> {
  const { service, advance } = await startService();
  const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
  const home = await openHome();
  const own = { SVC_BASE_URL: url, SVC_API_KEY: service.apiKey };
  const make = async (name: string, ...more: string[]) =>
    (await home.json<Rotated>(['api-keys', 'create', '--name', name, ...more], { env: own })).apiKey;
  const [wide, made] = [await make('wide'), await make('ci', ...flags)];
  for (const [name, { key }] of [
    ['own', wide],
    ['live', made],
  ] as const)
    expect((await home.run(['login', '--with-token', '--base-url', url, '--context', name], { stdin: key })).code).toBe(
      0,
    );
  return {
    home,
    url,
    key: made.key,
    keyId: made.id,
    advance,
    keys: async () =>
      (await home.json<{ apiKeys: Listed[] }>(['api-keys', 'list', '--context', 'own'])).apiKeys.filter(
        ({ name }) => name === 'ci',
      ),
  };
}

const tokenOf = async ({ home }: Scene): Promise<string> =>
  (await home.run(['auth', 'token', '--context', 'live'])).stdout.trim();

describe('svc api-keys rotate', () => {
  test('AUTH-02 puts a key of the same name, reach and life into the context; the old one stays valid', async () => {
    const made = await scene(
      '--permission',
      'read',
      '--disabled-resource-groups',
      'ads',
      '--disabled-resource-groups',
      'billing',
    );
    // A key that only reads makes none: another one rotates it.
    const result = await made.home.json<Rotated>(['api-keys', 'rotate', made.keyId, '--context', 'own']);
    expect(result.apiKey).toMatchObject({
      name: 'ci',
      permission: 'read',
      disabledResourceGroups: ['ads', 'billing'],
      key: expect.stringMatching(/^sk_\w{64}$/) as string,
    });
    expect(await made.keys()).toHaveLength(2);
  });

  test('swaps the stored key without showing it, and names the command that revokes the old one', async () => {
    const made = await scene();
    const said = await made.home.run(['api-keys', 'rotate', '--overlap', '2h']);
    const { apiKey, oldKey } = JSON.parse(said.stdout) as Rotated;
    const token = await tokenOf(made);
    expect(token).not.toBe(made.key);
    expect(said.stdout + said.stderr).not.toContain(token);
    expect(apiKey.key).toBe(`sk_****${token.slice(-4)}`);
    expect(oldKey).toEqual({ id: made.keyId, name: 'ci', revokeAfter: '2026-01-05T11:00:00.000Z' });
    expect(said.stderr).toContain(`\`svc api-keys delete ${made.keyId} --context live --yes\` revokes it.`);
    expect((await made.home.run(['profiles', 'list'])).code).toBe(0);
    expect(await made.keys()).toHaveLength(2);
  });

  test('after the overlap a terminal is told once a day, until the old key is deleted', async () => {
    const made = await scene();
    await made.home.run(['api-keys', 'rotate']);
    const at = async (now: number): Promise<string> =>
      (await made.home.run(['profiles', 'list', '-o', 'json'], { terminal: 80, now })).stderr;
    expect(await at(TEST_WORLD_NOW + DAY_MS - 1)).toBe('');
    expect(await at(TEST_WORLD_NOW + DAY_MS)).toBe(
      `The old key ci of context live is still valid. \`svc api-keys delete ${made.keyId} --context live\` revokes it.\n`,
    );
    expect(await at(TEST_WORLD_NOW + DAY_MS + 1)).toBe('');
    expect((await made.home.run(['api-keys', 'delete', made.keyId, '--yes'])).code).toBe(0);
    expect(await at(TEST_WORLD_NOW + 3 * DAY_MS)).toBe('');
    expect(JSON.stringify(made.home.settings())).not.toContain('retiring');
  });

  test('--revoke-old now asks, and leaves the new key alone', async () => {
    const made = await scene();
    expect((await made.home.run(['api-keys', 'rotate', '--revoke-old', 'now'])).code).toBe(2);
    expect(await tokenOf(made)).toBe(made.key);
    expect((await made.home.run(['api-keys', 'rotate', '--revoke-old', 'now', '--yes'])).code).toBe(0);
    const keys = await made.keys();
    expect(keys.map(({ id }) => id)).not.toContain(made.keyId);
    expect(keys).toHaveLength(1);
    expect((await made.home.run(['profiles', 'list'])).code).toBe(0);
  });

  test('with the key from the environment prints the new one once and writes nothing', async () => {
    const made = await scene();
    const before = made.home.settings();
    const env = { SVC_BASE_URL: made.url, SVC_API_KEY: made.key };
    const { apiKey } = await made.home.json<Rotated>(['api-keys', 'rotate', '-o', 'json'], { env });
    expect(apiKey.key).toMatch(/^sk_\w{64}$/);
    expect(made.home.settings()).toEqual(before);
    expect((await made.home.run(['profiles', 'list'], { env: { ...env, SVC_API_KEY: apiKey.key } })).code).toBe(0);
  });

  test('a key that cannot be stored is revoked again, and the old one stays in use', async () => {
    const made = await scene();
    const refused = brokenKeychain();
    const settings = made.home.settings();
    const token = await tokenOf(made);
    const said = await made.home.run(['api-keys', 'rotate', '--context', 'live'], {
      keychain: { ...refused, read: async () => ({ ok: true, secret: token }) },
    });
    expect(said.code).toBe(1);
    expect(errorIn(said)).toMatchObject({ hint: 'The old key is still in use; the new one was revoked again.' });
    expect(made.home.settings()).toEqual(settings);
    expect(await made.keys()).toHaveLength(1);
  });

  test('AUTH-08 a key that ends makes none that lives longer: nothing changes, and the way out is named', async () => {
    const made = await scene('--expires-in', '30');
    await made.advance(60);
    const said = await made.home.run(['api-keys', 'rotate']);
    expect(said.code).toBe(5);
    expect(errorIn(said)).toMatchObject({
      message: expect.stringContaining('cannot create a key that lives longer') as string,
      hint: expect.stringContaining(`svc api-keys rotate ${made.keyId} --context NAME`) as string,
    });
    expect(await tokenOf(made)).toBe(made.key);
  });

  test('an unknown id is exit 7, and --dry-run shows the request without making it', async () => {
    const made = await scene();
    expect((await made.home.run(['api-keys', 'rotate', '0'.repeat(24)])).code).toBe(7);
    expect(await made.home.json(['api-keys', 'rotate', '--dry-run'])).toMatchObject({ method: 'POST' });
    expect(await made.keys()).toHaveLength(1);
  });
});
