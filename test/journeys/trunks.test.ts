/** A number that goes to a team's own phone system and comes back, over HTTP and on the command line: what excludes what, and the calls in between. */
import { expect, test } from 'vitest';
import type { Json } from '../support/service.ts';
import { steered, type Steered } from '../support/steered.ts';
import { errorIn, svc } from '../support/svc.ts';

const PERSON = '+14155550198';
const DESK = '+12025550177';

/** An answer of either door: `ok`, or the code of the refusal. */
interface Said {
  readonly code: string;
  readonly body: Json;
}

interface Door {
  createTrunk(): Promise<Said>;
  deleteTrunk(trunk: string): Promise<Said>;
  getTrunk(trunk: string): Promise<Said>;
  attach(number: string, trunk: string): Promise<Said>;
  detach(number: string): Promise<Said>;
  enableVoice(number: string): Promise<Said>;
  disableVoice(number: string): Promise<Said>;
}

function overHttp({ api }: Steered): Door {
  const ask = async (...asked: Parameters<typeof api>): Promise<Said> => {
    const { status, body } = await api(...asked);
    return { code: status < 300 ? 'ok' : String(body['code']), body };
  };
  const trunks = '/v1/phone-numbers/sip-trunks';
  const at = (number: string, what: string) => `/v1/phone-numbers/${number}/${what}`;
  return {
    createTrunk: () => ask('POST', trunks, { body: { label: 'Front desk', sipHost: 'sip.harborbooks.example' } }),
    deleteTrunk: (trunk) => ask('DELETE', `${trunks}/${trunk}`),
    getTrunk: (trunk) => ask('GET', `${trunks}/${trunk}`),
    attach: (number, trunkId) => ask('POST', at(number, 'sip-trunk'), { body: { trunkId } }),
    detach: (number) => ask('DELETE', at(number, 'sip-trunk')),
    enableVoice: (number) => ask('POST', at(number, 'voice'), { body: { forwardTo: DESK } }),
    disableVoice: (number) => ask('DELETE', at(number, 'voice')),
  };
}

function onCommandLine({ url, service }: Steered): Door {
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.apiKey };
  const ask = async (...words: string[]): Promise<Said> => {
    const said = await svc(['phone-numbers', ...words, '--yes', '-o', 'json'], { env });
    const refused = said.code === 0 ? undefined : errorIn(said);
    expect(said.code, said.stderr).toBe(refused === undefined ? 0 : 3);
    return {
      code: refused === undefined ? 'ok' : String(refused['code']),
      body: JSON.parse(said.stdout || '{}') as Json,
    };
  };
  const trunks = (...words: string[]) => ask('sip-trunks', ...words);
  return {
    createTrunk: () => trunks('create', '--label', 'Front desk', '--sip-host', 'sip.harborbooks.example'),
    deleteTrunk: (trunk) => trunks('delete', trunk),
    getTrunk: (trunk) => trunks('get', trunk),
    attach: (number, trunk) => trunks('attach', number, '--trunk-id', trunk),
    detach: (number) => trunks('detach', number),
    enableVoice: (number) => ask('voice', 'enable', number, '--forward-to', DESK),
    disableVoice: (number) => ask('voice', 'disable', number),
  };
}

async function scene() {
  const under = await steered();
  const { api, advance, control } = under;
  const profileId = await under.profileId();
  const buy = async () => {
    const body = { profileId, country: 'US', allowMultiple: true };
    const { phoneNumber } = (await api('POST', '/v1/phone-numbers/purchase', { body })).body;
    await advance(30);
    return { id: String(phoneNumber?.['id']), phone: String(phoneNumber?.['phoneNumber']) };
  };
  const tell = (type: string, more: object) => control('POST', '/_local/inbound', { type, ...more });
  return { ...under, buy, tell };
}

const CONFLICT = 'invalid_resource_state';

test.each([
  ['HTTP', overHttp],
  ['svc', onCommandLine],
] as const)(
  'VOI-14 VOI-36 VOI-37 VOI-48 over %s a number goes to a trunk once its calls are off, calls over it, and takes calls again when it is back',
  async (_door, open) => {
    const under = await scene();
    const { api, advance, control, buy, tell } = under;
    const door = open(under);
    const [{ id, phone }, other] = [await buy(), await buy()];
    const { body: trunk } = await door.createTrunk();
    const [trunkId, password] = [String(trunk['id']), String(trunk['digestPassword'])];

    // Its own calls are in the way, until they are off.
    expect((await door.enableVoice(id)).code).toBe('ok');
    expect((await door.attach(id, trunkId)).code).toBe(CONFLICT);
    expect((await door.getTrunk(trunkId)).body).toMatchObject({ numbersAttached: 0 });
    await door.disableVoice(id);
    expect((await door.attach(id, trunkId)).body).toMatchObject({ attached: true, phoneNumber: phone, trunkId });
    expect((await door.enableVoice(id)).code).toBe(CONFLICT);

    // The phone system calls over the trunk, as a number of the team and no other; the service places none from it.
    const dialled = { trunkId, password, to: PERSON };
    expect((await tell('trunk_call', { ...dialled, from: '+12025559999' })).status).toBe(403);
    const { callId } = (await tell('trunk_call', { ...dialled, from: phone })).body as Json;
    await advance(7);
    await control('POST', `/_local/calls/${String(callId)}`, { action: 'answer' });
    await advance(60);
    await control('POST', `/_local/calls/${String(callId)}`, { action: 'hang_up' });
    expect((await api('GET', `/v1/calls/${String(callId)}`)).body).toMatchObject({
      call: { from: phone, to: PERSON, status: 'ended', durationSeconds: 60, billing: { totalCostUSD: 0.006 } },
    });
    expect(await api('POST', '/v1/voice/calls', { body: { to: PERSON, fromNumber: phone } })).toMatchObject({
      status: 422,
    });

    // Back from the trunk, the number has its calls again.
    expect((await door.detach(id)).body).toMatchObject({ attached: false });
    expect((await door.getTrunk(trunkId)).body).toMatchObject({ numbersAttached: 0, numbers: [] });
    expect((await door.enableVoice(id)).code).toBe('ok');
    expect((await tell('call', { stage: 'received', numberId: id, from: PERSON })).status).toBe(201);

    // A deleted trunk leaves its numbers free.
    expect((await door.attach(other.id, trunkId)).code).toBe('ok');
    expect((await door.deleteTrunk(trunkId)).code).toBe('ok');
    expect((await door.enableVoice(other.id)).code).toBe('ok');
  },
);

test('VOI-15 VOI-16 svc calls get shows the course of a call that goes out, from its beginning to its end', async () => {
  const under = await scene();
  const { api, advance, control, url, service, buy } = under;
  const { id, phone } = await buy();
  await overHttp(under).enableVoice(id);
  const { callId } = (await api('POST', '/v1/voice/calls', { body: { to: PERSON, fromNumber: phone } })).body;
  const play = (action: string) => control('POST', `/_local/calls/${String(callId)}`, { action });
  await advance(9);
  await play('answer');
  await advance(30);
  await api('POST', `/v1/voice/calls/${String(callId)}/transfer`, { body: { to: 'sip:sales@harborbooks.example' } });
  await advance(21);
  await play('hang_up');
  const env = { SVC_BASE_URL: url, SVC_API_KEY: service.apiKey, NO_COLOR: '1' };
  const { stdout } = await svc(['calls', 'get', String(callId)], { env, terminal: 80 });
  const rows = stdout.split('\n').map((row) => row.trim().split(/\s{2,}/));
  const course = ['Started', 'Answered', 'Transferred', 'Forward to', 'Ended', 'End reason', 'Duration'];
  expect(rows.filter(([name = '']) => course.includes(name))).toEqual([
    ['Started', 'Mon Jan 5 2026, 09:00 (now)'],
    ['Answered', 'Mon Jan 5 2026, 09:00 (now)'],
    ['Transferred', 'Mon Jan 5 2026, 09:01 (in 1 min)'],
    ['Forward to', 'sip:sales@harborbooks.example'],
    ['Ended', 'Mon Jan 5 2026, 09:01 (in 1 min)'],
    ['End reason', 'hangup'],
    ['Duration', '51 s'],
  ]);
});
