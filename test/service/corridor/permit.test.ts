/** Restricted keys and roles, over every operation of the contract. */
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import type { Card } from '../../../src/kernel/card.ts';
import { ROLE_NAMES, roleWords } from '../../../src/kernel/roles.ts';
import { isChange } from '../../../src/service/limits/permission.ts';
import { startService, type Answer, type ServiceUnderTest } from '../../support/service.ts';

const catalog = openCatalog('dist/cards');
const areas = [...new Set(Object.values(catalog.index().commands).map(({ area }) => area))];
const CARDS: readonly Card[] = areas.flatMap((area) => catalog.file(area).operations);
const GROUPS = Object.keys(catalog.index().groups);

/** An address of the operation about things that are not there. */
const addressOf = ({ path }: Card): string => path.replace(/\{[^}]+\}/g, '0123456789abcdef01234567');

const ask = ({ api }: ServiceUnderTest, card: Card, key: string | null): Promise<Answer> =>
  api(card.method, addressOf(card), { key });

/** Ids of the operations whose answer is not the expected one, with the answer. */
async function oddOnes(
  service: ServiceUnderTest,
  key: string | null,
  isExpected: (answer: Answer, card: Card) => boolean,
): Promise<string[]> {
  const odd: string[] = [];
  for (const card of CARDS) {
    const answer = await ask(service, card, key);
    if (!isExpected(answer, card)) odd.push(`${card.id} ${String(answer.status)} ${JSON.stringify(answer.body)}`);
  }
  return odd;
}

const isRefused = ({ status, body }: Answer): boolean =>
  status === 403 && String(body.code) === 'insufficient_permissions';

/** Without required_group: by the key's permission or the role. */
const isRefusedPlainly = (answer: Answer): boolean =>
  isRefused(answer) &&
  answer.body.required_group === undefined &&
  / is (read-only|not allowed to do)/.test(String(answer.body.error));

const made = async ({ api }: ServiceUnderTest, body: object): Promise<{ key: string; id: string }> => {
  const { apiKey } = (await api<{ apiKey: { key: string; id: string } }>('POST', '/v1/api-keys', { body })).body;
  return apiKey;
};

test('every operation but those about the key itself belongs to a resource group of the contract', () => {
  const open = CARDS.filter(({ group }) => group === undefined).map(({ id }) => id);
  expect(open.sort()).toEqual(['getCurrentUser', 'verifyCredential']);
  for (const { group } of CARDS) expect([...GROUPS, undefined]).toContain(group);
  expect(CARDS.length).toBeGreaterThanOrEqual(774);
});

test('AUTH-05 GEN-23 no operation answers without a key', async () => {
  const service = await startService();
  const is401 = ({ status, body }: Answer): boolean => status === 401 && String(body.code) === 'missing_credentials';
  expect(await oddOnes(service, null, is401)).toEqual([]);
});

test('AUTH-06 AUTH-07 AUTH-08 an unknown, a revoked and an expired key end every operation with 401', async () => {
  const service = await startService();
  const revoked = await made(service, { name: 'revoked' });
  await service.api('DELETE', `/v1/api-keys/${revoked.id}`);
  const expired = await made(service, { name: 'expired', expiresIn: 1 });
  await service.advance(86_400);
  const is401 = ({ status, body }: Answer): boolean => status === 401 && String(body.code) === 'invalid_credentials';
  for (const key of [`sk_${'0'.repeat(64)}`, revoked.key, expired.key])
    expect(await oddOnes(service, key, is401)).toEqual([]);
});

test.each(GROUPS)(
  'AUTH-09 AUTH-10 AUTH-11 a key without %s is refused on each of its operations, and on no other',
  async (group) => {
    const service = await startService();
    const { key } = await made(service, { name: 'less', disabledResourceGroups: [group] });
    const odd = await oddOnes(service, key, (answer, card) => {
      const isHeldBack = isRefused(answer) && String(answer.body.required_group) === group;
      return card.group === group ? isHeldBack : answer.body?.required_group === undefined;
    });
    expect(odd).toEqual([]);
  },
);

test('a key without any group still tells whose it is, and reaches nothing else', async () => {
  const service = await startService();
  const { key } = await made(service, { name: 'none', disabledResourceGroups: GROUPS });
  const odd = await oddOnes(service, key, (answer, card) =>
    card.group === undefined ? answer.status === 200 : String(answer.body.required_group) === card.group,
  );
  expect(odd).toEqual([]);
});

test('a key that may only read is refused on each operation that changes something, and on no other', async () => {
  const service = await startService();
  const { key } = await made(service, { name: 'reader', permission: 'read' });
  const odd = await oddOnes(service, key, (answer, card) => isRefusedPlainly(answer) === isChange(card));
  expect(odd).toEqual([]);
});

test('what changes something is told by the contract: a GET that connects does, a POST that estimates does not', () => {
  const changing = (id: string): boolean => isChange(catalog.card(id));
  expect(['createPost', 'deleteApiKey', 'getConnectUrl', 'bulkUploadPosts'].filter((id) => !changing(id))).toEqual([]);
  expect(
    ['listPosts', 'verifyCredential', 'estimateAdReach', 'generateKeywordIdeas', 'validatePost'].filter(changing),
  ).toEqual([]);
});

describe('roles', () => {
  test.each(ROLE_NAMES)('AUTH-14 %s may change what the table says, and look at everything', async (role) => {
    const service = await startService();
    const joined = await service.control<{ apiKey: string }>('POST', '/_local/users', { role });
    const { changes, withheld } = roleWords(role);
    const odd = await oddOnes(service, joined.body.apiKey, (answer, card) => {
      const isOpen = !isChange(card) || changes === 'all' || changes.includes(card.group ?? '');
      return isRefusedPlainly(answer) === (!isOpen || withheld.includes(card.id));
    });
    expect(odd).toEqual([]);
  });

  test('AUTH-14 the role of the owner is the one that the control surface gives', async () => {
    const { api, control } = await startService();
    await control('PATCH', '/_local/team', { role: 'member' });
    expect((await api('POST', '/v1/invite/tokens', { body: { scope: 'all' } })).status).toBe(403);
    await control('PATCH', '/_local/team', { role: 'admin' });
    expect((await api('POST', '/v1/invite/tokens', { body: { scope: 'all' } })).status).toBe(201);
    expect((await control('PATCH', '/_local/team', { role: 'read-only' })).status).toBe(400);
  });
});
