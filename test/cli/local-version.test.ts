/** A local service of another version of svc: noticed at a terminal, by status and doctor, and where it does not know an address. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { versionGap } from '../../src/cli/local-version.ts';
import { openHome, type Home } from '../support/home.ts';
import { scriptedApi } from '../support/scripted-api.ts';
import { errorIn } from '../support/svc.ts';
import { testWorld } from '../support/world.ts';

/** A home whose context `local` leads to a service of that version, which knows nothing but profiles and health. */
async function homeWith(version: string | undefined): Promise<Home> {
  const api = await scriptedApi(
    ({ url }) =>
      url.startsWith('/v1/profiles')
        ? { body: { profiles: [{ _id: 'a'.repeat(24), name: 'Shop' }] } }
        : url.startsWith('/_local/health') || url.startsWith('/_local/clock')
          ? { body: { status: 'ok', version } }
          : { status: 404, body: { error: 'There is nothing at this address.', type: 'not_found', code: 'not_found' } },
    { isLocal: true },
  );
  const home = await openHome();
  const dataDir = join(home.folder, 'data');
  const state = { url: api.url, apiKey: 'sk_x', controlKey: 'ctl_x', mcpUrl: '', consoleUrl: '', pid: 1, dataDir };
  home.place('data/service.json', { ...state, ...(version && { version }) });
  home.place('config/settings.json', {
    contexts: { local: { baseUrl: api.url, dataDir } },
    currentContext: 'local',
  });
  return home;
}

describe('a local service of another version', () => {
  test('is noticed once on a terminal, and not in a pipe', async () => {
    const home = await homeWith('0.0.1');
    const argv = ['profiles', 'list', '-o', 'json'];
    expect((await home.run(argv)).stderr).toBe('');
    expect((await home.run(argv, { terminal: 80 })).stderr).toMatch(
      /^The local service was started by svc 0\.0\.1, and this is svc \S+\. `svc local restart` starts it with this version; its data is kept\.\n$/,
    );
    expect((await home.run(argv, { terminal: 80 })).stderr).toBe('');
  });

  test('is shown by status and doctor', async () => {
    const home = await homeWith(undefined);
    const status = await home.run(['local', 'status']);
    expect(status.stderr).toContain('was started by an older svc');
    expect(status.code).toBe(0);
    const { checks } = await home.json<{ checks: { check: string; status: string; message: string }[] }>(['doctor']);
    expect(checks.find(({ check }) => check === 'local service')).toMatchObject({
      status: 'warn',
      message: expect.stringContaining('`svc local restart`') as string,
    });
  });

  test.each([[['local', 'requests']], [['usage', 'stats']]])('explains %j, which it does not know', async (argv) => {
    const home = await homeWith('0.0.1');
    const said = await home.run(argv);
    expect(said.code).toBe(7);
    expect(errorIn(said)).toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('does not know this command') as string,
    });
  });

  test('a newer one is not restarted by an older svc: that is to be updated', () => {
    const { world } = testWorld();
    expect(versionGap(world, { version: '99.0.0' })).toContain('Update svc');
    expect(versionGap(world, { version: world.installation.version })).toBeUndefined();
  });
});
