/** `svc local device`: a login decided by a script. */
import { expect, test } from 'vitest';
import { startService, type Json } from '../../support/service.ts';
import { errorIn, svc } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';
import { begin, poll } from '../../service/areas/auth/logins.ts';

async function steered() {
  const dataDir = await temporaryFolder();
  const service = await startService({ dataDir });
  await service.service.listen({ host: '127.0.0.1', port: 0 });
  const device = async (...words: string[]) => {
    const said = await svc(['local', 'device', ...words, '--data-dir', dataDir, '-o', 'json']);
    return { ...said, result: (said.stdout === '' ? {} : JSON.parse(said.stdout)) as Json };
  };
  return { service, device };
}

test('AUTH-03 a login is shown, approved, and shown again as collected', async () => {
  const { service, device } = await steered();
  const begun = await begin(service, 'ci');
  expect((await device('show', begun.userCode)).result).toMatchObject({ deviceName: 'ci', status: 'pending' });
  const approved = await device('approve', begun.userCode.toLowerCase());
  expect([approved.code, approved.result['status']]).toEqual([0, 'authorized']);
  expect((await poll(service, begun)).body.apiKey).toMatch(/^sk_/);
  expect((await device('show', begun.userCode)).result).toMatchObject({ status: 'collected' });
});

test('ASM-02 a login is denied, and then not approved any more', async () => {
  const { service, device } = await steered();
  const begun = await begin(service);
  expect((await device('deny', begun.userCode)).result).toMatchObject({ status: 'denied' });
  expect((await poll(service, begun)).body).toEqual({ status: 'denied' });
  const late = await device('approve', begun.userCode);
  expect([late.code, errorIn(late)['code']]).toEqual([3, 'invalid_resource_state']);
});

test.each(['show', 'approve', 'deny'])('%s of a code that nobody was given is not found', async (verb) => {
  const { device } = await steered();
  const said = await device(verb, 'BCDF-GHJK');
  expect([said.code, errorIn(said)['code']]).toEqual([7, 'not_found']);
});
