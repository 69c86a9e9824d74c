import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../../src/catalog/catalog.ts';
import type { Schema } from '../../../src/kernel/schema.ts';
import { startService, type Sending, type ServiceUnderTest } from '../../support/service.ts';

const catalog = openCatalog('dist/cards');

/** The schema of an answer: its status, else 2XX or default. */
function schemaOf(operationId: string, status: number): { schema: Schema | null | undefined; area: string } {
  const card = catalog.card(operationId);
  const { responses } = card;
  const schema = responses[String(status)] ?? (status < 300 ? responses['2XX'] : responses['default']);
  return { schema, area: card.area };
}

/** What another validator has against an answer. */
function complaints(operationId: string, status: number, body: unknown): unknown {
  const { schema, area } = schemaOf(operationId, status);
  if (schema === null || schema === undefined) return status < 300 ? `no schema for ${String(status)}` : null;
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('iana-zone', true);
  const text = JSON.stringify({ ...schema, $defs: catalog.file(area).schemas }).replaceAll('#/schemas/', '#/$defs/');
  const validate = ajv.compile(JSON.parse(text) as object);
  return validate(body) ? null : validate.errors;
}

interface Visit {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly sending?: Sending;
  readonly status?: number;
}

/** A walk through the areas in which every operation is called; `{…}` is replaced by what an earlier answer named. */
const WALK: readonly Visit[] = [
  { id: 'listProfiles', method: 'GET', path: '/v1/profiles' },
  { id: 'createProfile', method: 'POST', path: '/v1/profiles', sending: { body: { name: 'Third', color: 'red' } }, status: 201 },
  { id: 'getProfile', method: 'GET', path: '/v1/profiles/{profile}' },
  { id: 'updateProfile', method: 'PUT', path: '/v1/profiles/{profile}', sending: { body: { description: 'x' } } },
  { id: 'deleteProfile', method: 'DELETE', path: '/v1/profiles/{profile}' },
  { id: 'getProfile', method: 'GET', path: '/v1/profiles/{profile}', status: 404 },
  { id: 'listAccounts', method: 'GET', path: '/v1/accounts' },
  { id: 'listAccounts', method: 'GET', path: '/v1/accounts?page=1&limit=5' },
  { id: 'getAllAccountsHealth', method: 'GET', path: '/v1/accounts/health' },
  { id: 'getAccountHealth', method: 'GET', path: '/v1/accounts/{instagram}/health' },
  { id: 'getFollowerStats', method: 'GET', path: '/v1/accounts/follower-stats' },
  { id: 'getAccountPosts', method: 'GET', path: '/v1/accounts/{instagram}/posts' },
  { id: 'getInstagramFollowStatus', method: 'GET', path: '/v1/accounts/{instagram}/follow-status/17841400008460056' },
  { id: 'updateAccount', method: 'PUT', path: '/v1/accounts/{twitter}', sending: { body: { displayName: 'N' } } },
  { id: 'moveAccountToProfile', method: 'PATCH', path: '/v1/accounts/{slack}', sending: { body: { profileId: '{default}' } } },
  { id: 'createAccountGroup', method: 'POST', path: '/v1/account-groups', sending: { body: { name: 'G', accountIds: ['{slack}'] } }, status: 201 },
  { id: 'listAccountGroups', method: 'GET', path: '/v1/account-groups' },
  { id: 'updateAccountGroup', method: 'PUT', path: '/v1/account-groups/{group}', sending: { body: { name: 'H' } } },
  { id: 'deleteAccountGroup', method: 'DELETE', path: '/v1/account-groups/{group}' },
  { id: 'deleteAccount', method: 'DELETE', path: '/v1/accounts/{slack}' },
  { id: 'deleteAccount', method: 'DELETE', path: '/v1/accounts/{slack}', status: 404 },
  { id: 'getCurrentUser', method: 'GET', path: '/v1/user' },
  { id: 'listUsers', method: 'GET', path: '/v1/users' },
  { id: 'getUser', method: 'GET', path: '/v1/users/{user}' },
  { id: 'verifyCredential', method: 'GET', path: '/v1/auth/verify' },
  { id: 'createInviteToken', method: 'POST', path: '/v1/invite/tokens', sending: { body: { scope: 'all' } }, status: 201 },
  { id: 'createApiKey', method: 'POST', path: '/v1/api-keys', sending: { body: { name: 'ci', expiresIn: 3 } }, status: 201 },
  { id: 'listApiKeys', method: 'GET', path: '/v1/api-keys' },
  { id: 'deleteApiKey', method: 'DELETE', path: '/v1/api-keys/{apiKey}' },
  { id: 'listConnectedApps', method: 'GET', path: '/v1/me/connected-apps' },
  { id: 'revokeConnectedApp', method: 'DELETE', path: '/v1/me/connected-apps/none', status: 404 },
  { id: 'getMediaPresignedUrl', method: 'POST', path: '/v1/media/presign', sending: { body: { filename: 'a.png', contentType: 'image/png' } } },
  { id: 'uploadMediaDirect', method: 'POST', path: '/v1/media/upload-direct', sending: { body: {} }, status: 400 },
  { id: 'downloadTikTokVideo', method: 'GET', path: '/v1/tools/tiktok/download?url=https://www.tiktok.com/@x/video/1', status: 404 },
  { id: 'validatePost', method: 'POST', path: '/v1/tools/validate/post', sending: { body: { content: 'x', platforms: [{ platform: 'instagram' }] } } },
  { id: 'validatePost', method: 'POST', path: '/v1/tools/validate/post', sending: { body: { platforms: [{ platform: 'slack' }] } } },
  { id: 'validatePostLength', method: 'POST', path: '/v1/tools/validate/post-length', sending: { body: { text: 'x' } } },
  { id: 'validateMedia', method: 'POST', path: '/v1/tools/validate/media', sending: { body: { url: 'https://a.example/x' } } },
  { id: 'validateSubreddit', method: 'GET', path: '/v1/tools/validate/subreddit?name=books' },
  { id: 'validateSubreddit', method: 'GET', path: '/v1/tools/validate/subreddit?name=no_such' },
  { id: 'createWebhookSettings', method: 'POST', path: '/v1/webhooks/settings', sending: { body: { name: 'w', url: 'https://a.example/h', events: ['post.failed'] } } },
  { id: 'getWebhookSettings', method: 'GET', path: '/v1/webhooks/settings' },
  { id: 'updateWebhookSettings', method: 'PUT', path: '/v1/webhooks/settings', sending: { body: { _id: '{webhook}', name: 'v' } } },
  { id: 'getWebhookLogs', method: 'GET', path: '/v1/webhooks/logs' },
  { id: 'listChangelogEntries', method: 'GET', path: '/v1/changelog' },
  { id: 'deleteWebhookSettings', method: 'DELETE', path: '/v1/webhooks/settings?webhookId={webhook}' },
]; // prettier-ignore

/** Ids that later visits ask for, by the operation that named them. */
const NAMES: Readonly<Record<string, readonly [name: string, key: string, id: string]>> = {
  createProfile: ['profile', 'profile', '_id'],
  createAccountGroup: ['group', 'group', '_id'],
  getCurrentUser: ['user', 'user', '_id'],
  createApiKey: ['apiKey', 'apiKey', 'id'],
  createWebhookSettings: ['webhook', 'webhook', '_id'],
};

async function walk(service: ServiceUnderTest): Promise<string[]> {
  const named = new Map([['default', await service.profileId()]]);
  const { accounts } = (await service.api('GET', '/v1/accounts')).body;
  for (const { platform, _id } of accounts as unknown as { platform: string; _id: string }[]) named.set(platform, _id);
  const filled = (text: string): string =>
    text.replace(/\{([a-zA-Z]+)\}/g, (_all, name: string) => named.get(name) ?? name);
  const found: string[] = [];
  for (const { id, method, path, sending, status = 200 } of WALK) {
    const body = sending && (JSON.parse(filled(JSON.stringify(sending.body))) as object);
    const answer = await service.api(method, filled(path), body === undefined ? {} : { body });
    if (answer.status !== status) found.push(`${id} answered ${String(answer.status)}: ${JSON.stringify(answer.body)}`);
    const problems = complaints(id, answer.status, answer.body);
    if (problems !== null) found.push(`${id}: ${JSON.stringify(problems)}`);
    const [name, key, field] = NAMES[id] ?? [];
    if (name !== undefined) named.set(name, String(answer.body[key ?? '']?.[field ?? '']));
  }
  return found;
}

describe('answers of the areas', () => {
  test('every operation answers within its schema', async () => {
    expect(await walk(await startService({ seedPack: 'demo' }))).toEqual([]);
  });

  test('the walk leaves out no operation of these areas but test and redelivery', () => {
    const areas = ['profiles', 'accounts', 'users', 'api-keys', 'media', 'validate', 'webhooks'];
    const all = areas.flatMap((area) => catalog.file(area).operations.map(({ id }) => id));
    const walked = new Set(WALK.map(({ id }) => id));
    expect(all.filter((id) => !walked.has(id)).sort()).toEqual(['redeliverWebhookEvent', 'testWebhook']);
  });
});
