import { describe, expect, test } from 'vitest';
import { startService, TEST_NOW } from '../../support/service.ts';
import { begin, decided, poll } from '../areas/auth/logins.ts';

describe('logins of devices on the control surface', () => {
  test('AUTH-03 a login is shown under its code and decided by a script', async () => {
    const service = await startService();
    const begun = await begin(service, 'ci');
    const path = `/_local/device/${begun.userCode}`;
    const shown = await service.control('GET', path);
    expect(shown.body).toEqual({
      userCode: begun.userCode,
      deviceName: 'ci',
      status: 'pending',
      createdAt: new Date(TEST_NOW).toISOString(),
      expiresAt: begun.expiresAt,
    });
    const approved = await decided(service, begun, 'approve');
    expect([approved.status, approved.body.status]).toEqual([200, 'authorized']);
    await poll(service, begun);
    expect((await service.control('GET', path)).body).toMatchObject({ status: 'collected' });
  });

  test('the code may be typed in lower case and without its dash', async () => {
    const service = await startService();
    const { userCode } = await begin(service);
    const typed = userCode.toLowerCase().replace('-', '');
    expect((await service.control('POST', `/_local/device/${typed}`, { decision: 'deny' })).body.status).toBe('denied');
  });

  test('the same decision twice is one, another one is refused, also after the key is collected', async () => {
    const service = await startService();
    const begun = await begin(service);
    for (let time = 0; time < 2; time += 1) expect((await decided(service, begun, 'approve')).status).toBe(200);
    expect(await decided(service, begun, 'deny')).toMatchObject({
      status: 409,
      body: { code: 'invalid_resource_state' },
    });
    await poll(service, begun);
    expect(await decided(service, begun, 'approve')).toMatchObject({ status: 200, body: { status: 'collected' } });
    expect((await decided(service, begun, 'deny')).status).toBe(409);

    const other = await begin(service);
    for (let time = 0; time < 2; time += 1) expect((await decided(service, other, 'deny')).status).toBe(200);
    expect((await decided(service, other, 'approve')).status).toBe(409);
    expect((await poll(service, other)).body).toEqual({ status: 'denied' });
  });

  test('ASM-03 an expired login says so and is not decided any more', async () => {
    const service = await startService();
    const begun = await begin(service);
    await service.advance(600);
    expect((await service.control('GET', `/_local/device/${begun.userCode}`)).body).toMatchObject({
      status: 'expired',
    });
    expect((await decided(service, begun, 'approve')).status).toBe(409);
    expect((await poll(service, begun)).status).toBe(410);
  });

  test.each(['BCDF-GHJK', 'nonsense', '..%2f..'])('%s is not found', async (code) => {
    const service = await startService();
    expect((await service.control('GET', `/_local/device/${code}`)).status).toBe(404);
    expect((await service.control('POST', `/_local/device/${code}`, { decision: 'approve' })).status).toBe(404);
  });

  test('unknown keys, other decisions and none are refused', async () => {
    const service = await startService();
    const { userCode } = await begin(service);
    for (const body of [{}, { decision: 'perhaps' }, { decision: 'approve', scope: 'full' }])
      expect((await service.control('POST', `/_local/device/${userCode}`, body)).status).toBe(400);
    expect((await service.control('GET', `/_local/device/${userCode}`)).body.status).toBe('pending');
  });

  test('it needs the control key, not an API key', async () => {
    const { api } = await startService();
    expect((await api('GET', '/_local/device/BCDF-GHJK')).body.code).toBe('invalid_credentials');
  });

  test('AUTH-14 where the role of the owner may not make keys, nothing is approved', async () => {
    const service = await startService();
    const begun = await begin(service);
    await service.control('PATCH', '/_local/team', { role: 'viewer' });
    expect(await decided(service, begun, 'approve')).toMatchObject({
      status: 403,
      body: { code: 'insufficient_permissions' },
    });
    await service.control('PATCH', '/_local/team', { role: 'member' });
    expect((await decided(service, begun, 'approve')).status).toBe(200);
  });

  test('a reset forgets the logins that wait', async () => {
    const service = await startService();
    const begun = await begin(service);
    await service.control('POST', '/_local/reset', {});
    expect((await poll(service, begun)).body).toMatchObject({ code: 'invalid_credentials' });
  });
});
