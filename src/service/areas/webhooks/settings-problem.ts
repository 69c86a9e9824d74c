/** The first problem with a webhook endpoint's settings: form first, then the key's groups, the plan, and the scope lists. */
import { isWebAddress } from '../../../kernel/web-address.ts';
import type { Call, Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Plan } from '../../limits/plan.ts';
import type { Reader } from '../../store/store.ts';
import { headerProblem } from '../../../webhooks/headers.ts';
import { accountFor } from '../../records/account.ts';
import { profileFor } from '../../records/profile.ts';
import { groupOf, needsInbox } from '../../../webhooks/catalogue.ts';
import type { WebhookDoc } from '../../delivery/webhook.ts';

interface Settings {
  readonly doc: WebhookDoc;
  /** The endpoint as it is stored, on update. */
  readonly before?: WebhookDoc;
  readonly plan: Plan;
}

/** The refusal, or undefined when the settings can be kept. Nothing is kept of refused settings (WHK-18). */
export async function settingsProblem(reader: Reader, call: Call, settings: Settings): Promise<Reply | undefined> {
  return formProblem(settings.doc) ?? eventProblem(call, settings) ?? (await scopeProblem(reader, call, settings));
}

const formProblem = ({ name, url, customHeaders }: WebhookDoc): Reply | undefined => {
  if (name.trim() === '') return invalid('name', '`name` has 1 to 50 characters.');
  if (!isWebAddress(url)) return invalid('url', '`url` is not a valid http or https URL.');
  for (const [header, value] of Object.entries(customHeaders)) {
    const problem = headerProblem(header, value);
    if (problem !== undefined) return invalid(`customHeaders.${header}`, problem);
  }
  return undefined;
};

/** A key sets only events of its groups; those that were there before need no inbox. Source: WHK-19, WHK-20, WHK-34 */
function eventProblem({ caller, body }: Call, { doc, before, plan }: Settings): Reply | undefined {
  const set = body['events'] === undefined ? [] : doc.events;
  const foreign = set.find((event) => caller.disabledGroups.includes(groupOf(event)));
  if (foreign !== undefined) {
    return refuse('insufficient_permissions', {
      param: 'events',
      message: `The key does not have the group of ${foreign}.`,
      more: { required_group: groupOf(foreign) },
    });
  }
  const isNew = (event: WebhookDoc['events'][number]): boolean => before?.events.includes(event) !== true;
  const inbox = plan.inbox ? undefined : set.find((event) => isNew(event) && needsInbox(event));
  if (inbox === undefined) return undefined;
  return refuse('feature_not_available', { param: 'events', message: `${inbox} requires a plan with the inbox.` });
}

/** Ids that are stored already are accepted even when their record is gone. Source: WHK-16, WHK-17, WHK-88 */
async function scopeProblem(reader: Reader, { caller }: Call, { doc, before }: Settings): Promise<Reply | undefined> {
  for (const id of doc.profileIds) {
    if (before?.profileIds.includes(id) === true) continue;
    if ((await profileFor(reader, caller, id)) === undefined) {
      return refuse('profile_not_found', { param: 'profileIds', details: { profileId: id } });
    }
  }
  for (const id of doc.accountIds) {
    if (before?.accountIds.includes(id) === true) continue;
    if ((await accountFor(reader, caller, id)) === undefined) {
      return refuse('account_not_found', { param: 'accountIds', details: { accountId: id } });
    }
  }
  return undefined;
}

const invalid = (param: string, message: string): Reply => refuse('invalid_field_value', { param, message });
