/** Webhook endpoints: list, create, change, delete, by the field rules of the specification. Sending is delivery/'s work. */
import { ok, refuse, type Call, type Desk, type Handler, type Reply } from '../../call.ts';
import type { Tx } from '../../store/store.ts';
import { isRecordId } from '../../../kernel/ids.ts';
import { settingsProblem } from './settings-problem.ts';
import { WEBHOOK_KIND, webhooksFor, webhookView, type WebhookDoc } from './webhook.ts';

/** Endpoints a user may have. Source: WHK-75, ASM-20 */
const MOST_ENDPOINTS = 50;

const getWebhookSettings: Handler = async ({ caller }, desk) => {
  const webhooks = await webhooksFor(desk.store.read, caller);
  return ok({ webhooks: webhooks.map(({ doc }) => webhookView(doc)) });
};

const createWebhookSettings: Handler = (call, desk) =>
  desk.store.transact(async (tx) => {
    const { caller } = call;
    const doc = merged(call, {
      _id: desk.ids.record(),
      name: '',
      url: '',
      events: [],
      isActive: true,
      failureCount: 0,
      customHeaders: {},
      disabledResourceGroups: [],
      profileIds: [],
      accountIds: [],
      $userId: caller.userId,
    });
    const problem =
      (await settingsProblem(tx, call, { doc, plan: await desk.plan.of(caller.teamId) })) ?? (await full(tx, call));
    if (problem !== undefined) return problem;
    const owner = { teamId: caller.teamId, profileId: null, parentId: null };
    await tx.put({ kind: WEBHOOK_KIND, id: doc._id, ...owner, createdAt: desk.clock.now(), doc });
    return ok({ success: true, webhook: webhookView(doc) });
  });

async function full(tx: Tx, { caller }: Call): Promise<Reply | undefined> {
  const all = await tx.list<WebhookDoc>(WEBHOOK_KIND, { teamId: caller.teamId });
  if (all.filter(({ doc }) => doc.$userId === caller.userId).length < MOST_ENDPOINTS) return undefined;
  return refuse('invalid_resource_state', { message: `A user may have ${MOST_ENDPOINTS} webhook endpoints.` });
}

const updateWebhookSettings: Handler = (call, desk) =>
  desk.store.transact(async (tx) => {
    const { caller, body } = call;
    const webhook = (await webhooksFor(tx, caller)).find(({ id }) => id === body['_id']);
    if (webhook === undefined) return refuse('webhook_not_found');
    const doc = merged(call, webhook.doc);
    const plan = await desk.plan.of(caller.teamId);
    const problem = await settingsProblem(tx, call, { doc, before: webhook.doc, plan });
    if (problem !== undefined) return problem;
    await tx.put({ ...webhook, doc });
    return ok({ success: true, webhook: webhookView(doc) });
  });

const deleteWebhookSettings: Handler = ({ caller, query }, desk) =>
  removed(query['webhookId'] ?? query['id'], caller, desk);

async function removed(id: unknown, caller: Call['caller'], desk: Desk): Promise<Reply> {
  if (id === undefined) return refuse('missing_required_field', { param: 'webhookId' });
  if (typeof id !== 'string' || !isRecordId(id)) {
    return refuse('invalid_field_value', { param: 'webhookId', message: '`webhookId` is 24 hexadecimal characters.' });
  }
  return desk.store.transact(async (tx) => {
    const webhook = (await webhooksFor(tx, caller)).find((one) => one.id === id);
    if (webhook === undefined) return refuse('webhook_not_found');
    await tx.remove(WEBHOOK_KIND, webhook.id);
    return ok({ success: true });
  });
}

/** The endpoint with the fields that were sent; the key's own limits always apply. Source: WHK-33, WHK-35, WHK-36, WHK-94 */
function merged({ caller, body }: Call, before: WebhookDoc): WebhookDoc {
  const sent = Object.fromEntries(FIELDS.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]));
  const doc: WebhookDoc = { ...before, ...sent };
  const groups = new Set([...doc.disabledResourceGroups, ...caller.disabledGroups]);
  const reactivated = doc.isActive && !before.isActive;
  return {
    ...doc,
    url: doc.url.trim(),
    disabledResourceGroups: [...groups],
    profileIds: doc.profileIds.length === 0 && caller.profileIds !== null ? caller.profileIds : doc.profileIds,
    failureCount: reactivated ? 0 : doc.failureCount,
  };
}

const FIELDS = [
  'name',
  'url',
  'secret',
  'events',
  'isActive',
  'customHeaders',
  'disabledResourceGroups',
  'profileIds',
  'accountIds',
] as const;

export const handlers: Record<string, Handler> = {
  getWebhookSettings,
  createWebhookSettings,
  updateWebhookSettings,
  deleteWebhookSettings,
};
