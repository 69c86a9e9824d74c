/** Webhook endpoints: list, create, change, delete, by the field rules of the specification. Sending is delivery/'s work. */
import { ok, type Call, type Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { HEALTH_KIND, reactivated, type Health } from '../../delivery/health.ts';
import { commit, type Changes, type View } from '../../change.ts';
import { isRecordId } from '../../../kernel/ids.ts';
import { settingsProblem } from './settings-problem.ts';
import {
  healthOf,
  healthRecord,
  WEBHOOK_KIND,
  webhooksFor,
  webhookView,
  type WebhookDoc,
  type WebhookRecord,
} from '../../delivery/webhook.ts';

/** Endpoints a user may have. Source: WHK-75, ASM-20 */
const MOST_ENDPOINTS = 50;

const getWebhookSettings: Handler = async ({ caller }, desk) => {
  const webhooks = await webhooksFor(desk.store.read, caller);
  const views = webhooks.map(async (webhook) =>
    webhookView(webhook, desk.catalog, await healthOf(desk.store.read, webhook.id)),
  );
  return ok({ webhooks: await Promise.all(views) });
};

const createWebhookSettings: Handler = (call, desk) =>
  commit(desk, [`team/${call.caller.teamId}`], async (view) => {
    const { caller } = call;
    const now = desk.clock.now();
    const before: WebhookDoc = {
      _id: desk.ids.record(),
      name: '',
      url: '',
      events: [],
      isActive: true,
      customHeaders: {},
      disabledResourceGroups: [],
      profileIds: [],
      accountIds: [],
      userId: caller.userId,
    };
    const doc = merged(call, before, now);
    const problem =
      (await settingsProblem(view, call, { doc, plan: await desk.plan.of(caller.teamId) })) ?? (await full(view, call));
    if (problem !== undefined) return { result: problem };
    const owner = { teamId: caller.teamId, profileId: null, parentId: null };
    const record = { kind: WEBHOOK_KIND, id: doc._id, ...owner, createdAt: now, doc };
    return { records: [record], result: ok({ success: true, webhook: webhookView(record, desk.catalog) }) };
  });

async function full(view: View, { caller }: Call): Promise<Reply | undefined> {
  const all = await view.list(WEBHOOK_KIND, { teamId: caller.teamId });
  if (all.filter(({ doc }) => doc.userId === caller.userId).length < MOST_ENDPOINTS) return undefined;
  return refuse('invalid_resource_state', { message: `A user can have at most ${MOST_ENDPOINTS} webhook endpoints.` });
}

const TWO_IDS = '`webhookId` and `_id` are two names of one id.';

const updateWebhookSettings: Handler = (call, desk) =>
  commit(desk, [`team/${call.caller.teamId}`], async (view) => {
    const { caller, body } = call;
    const { _id = body['webhookId'], webhookId = _id } = body;
    if (webhookId !== _id) return { result: refuse('invalid_field_value', { param: 'webhookId', message: TWO_IDS }) };
    const webhook = (await webhooksFor(view, caller)).find(({ id }) => id === _id);
    if (webhook === undefined) return { result: refuse('webhook_not_found') };
    const now = desk.clock.now();
    const doc = merged(call, webhook.doc, now);
    const plan = await desk.plan.of(caller.teamId);
    const problem = await settingsProblem(view, call, { doc, before: webhook.doc, plan });
    if (problem !== undefined) return { result: problem };
    const after = { ...webhook, doc };
    const { health, records = [], moved = [] } = await switchEndpoint(view, after, { before: webhook.doc, now });
    return {
      records: [after, ...records],
      moved,
      result: ok({ success: true, webhook: webhookView(after, desk.catalog, health) }),
    };
  });

/** What follows when an endpoint is switched on or off. @returns its health. Source: WHK-94, ASM-47 */
async function switchEndpoint(
  view: View,
  webhook: WebhookRecord,
  { before, now }: { before: WebhookDoc; now: number },
): Promise<Changes & { readonly health: Health }> {
  const { id, doc } = webhook;
  const health = await healthOf(view, id);
  if (before.isActive && !doc.isActive)
    return { health, moved: [{ of: { webhookId: id }, move: { from: 'pending', to: 'dead', dueAt: now } }] };
  if (before.isActive || !doc.isActive) return { health };
  const fresh = reactivated(health);
  return { health: fresh, records: [healthRecord(webhook, fresh)] };
}

const deleteWebhookSettings: Handler = ({ caller, query }, desk) =>
  remove(query['webhookId'] ?? query['id'], caller, desk);

async function remove(id: unknown, caller: Call['caller'], desk: Desk): Promise<Reply> {
  if (id === undefined) return refuse('missing_required_field', { param: 'webhookId' });
  if (typeof id !== 'string' || !isRecordId(id)) {
    return refuse('invalid_field_value', { param: 'webhookId', message: '`webhookId` is 24 hexadecimal characters.' });
  }
  return commit(desk, [`team/${caller.teamId}`], async (view) => {
    const webhook = (await webhooksFor(view, caller)).find((one) => one.id === id);
    if (webhook === undefined) return { result: refuse('webhook_not_found') };
    return { ...withoutEndpoint(webhook.id, desk.clock.now()), result: ok({ success: true }) };
  });
}

/** The endpoint goes, and everything that waits for it. Source: WHK-40 */
const withoutEndpoint = (webhookId: string, now: number): Changes => ({
  removed: [WEBHOOK_KIND, HEALTH_KIND].map((kind) => ({ kind, id: webhookId })),
  moved: (['pending', 'parked'] as const).map((from) => ({
    of: { webhookId },
    move: { from, to: 'dropped', dueAt: now },
  })),
});

/** The endpoint with the fields that were sent; the key's own limits always apply. Source: WHK-33, WHK-35, WHK-36, WHK-94 */
function merged({ caller, body }: Call, before: WebhookDoc, now: number): WebhookDoc {
  const sent = Object.fromEntries(FIELDS.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]));
  const { secret, ...doc }: WebhookDoc = { ...before, ...sent };
  const groups = [...new Set([...doc.disabledResourceGroups, ...caller.disabledGroups])];
  return {
    ...doc,
    // An empty secret means no secret.
    ...(secret === undefined || secret === '' ? {} : { secret }),
    url: doc.url.trim(),
    disabledResourceGroups: groups,
    deniedAt: Object.fromEntries(groups.map((group) => [group, deniedSince(before, group) ?? now])),
    profileIds: doc.profileIds.length === 0 && caller.profileIds !== null ? caller.profileIds : doc.profileIds,
  };
}

/** When a group came onto the list; undefined when it is new there. */
const deniedSince = ({ disabledResourceGroups, deniedAt }: WebhookDoc, group: string): number | undefined =>
  disabledResourceGroups.includes(group) ? deniedAt?.[group] : undefined;

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
