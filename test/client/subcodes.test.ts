/** Subcodes of the ad network: the simulated network refuses the call that each is about, and the command line says what helps. */
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import { asked, operationsIn } from '../support/asking.ts';
import { startService } from '../support/service.ts';
import { errorIn, svc } from '../support/svc.ts';

const catalog = openCatalog('dist/cards');
const OPERATIONS = operationsIn(catalog);

// prettier-ignore
describe.each<[rule: string, error_subcode: number | undefined, operation: string, remedy: string]>([
  ['ERR-46', 324,       'createStandaloneAd', 'base64'],
  ['ERR-47', 1815430,   'createAdCampaign',   'promotedObject'],
  ['ERR-48', 1815089,   'createStandaloneAd', 'lead terms'],
  ['ERR-49', 2446886,   'createMessagingAd',  'whatsapp number'],
  ['ERR-50', 2061006,   'createCallAd',       'website'],
  ['ERR-51', 1885237,   'createRfPrediction', 'professional account'],
  ['ERR-52', 1713151,   'createAdAudience',   'audience'],
  ['ERR-53', 1713098,   'createAdAudience',   'wrong format'],
  ['ERR-53', 1870029,   'createAdAudience',   'wrong format'],
  ['ERR-54', undefined, 'queryAdInsights',    'breakdown'],
])('%s the subcode %s of %s', (_rule, error_subcode, operation, remedy) => {
  test('comes through unchanged with nothing done, and the command says what helps', async () => {
    const { service, control } = await startService({ seedPack: 'demo' });
    const { url } = await service.listen({ host: '127.0.0.1', port: 0 });
    const found = OPERATIONS.find(({ card }) => card.id === operation);
    const [example] = catalog.examples()[operation] ?? [];
    if (found === undefined || example === undefined) throw new Error(`There is no example of ${operation}.`);
    const accounts = await service.desk.store.read.list('account', {});
    const code = error_subcode === undefined ? { code: 100 } : { error_subcode };
    const platformError = { ...code, error_user_title: 'No', error_user_msg: 'Not like this.', odd: [1] };
    const told = { outcome: 'reject', status: 400, message: 'No.', platformError };
    for (const { id } of accounts) await control('POST', `/_local/network/${id}/behaviour`, told);
    const before = await service.desk.store.read.count('ad', {});

    const answer = await asked(service, found, example);
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([400, { type: 'platform_error', platformError }]);
    expect(await service.desk.store.read.count('ad', {})).toBe(before);

    const { requests } = (await control<{ requests: { path: string }[] }>('GET', '/_local/requests?limit=1')).body;
    const { method } = found.card;
    const isRead = method === 'GET';
    const fields = Object.entries(example.query).flatMap(([name, value]) => ['-f', `${name}=${String(value)}`]);
    const words = ['api', method, String(requests[0]?.path), ...(isRead ? fields : ['--input', '-', '--yes'])];
    const said = await svc(words, {
      env: { SVC_BASE_URL: url, SVC_API_KEY: service.apiKey },
      ...(isRead ? {} : { stdin: JSON.stringify(example.body) }),
    });
    expect(said.code, said.stderr).toBe(11);
    expect(errorIn(said)).toMatchObject({ platformError, hint: expect.stringContaining(remedy) as string });
  });
});
