/** As whom a LinkedIn account posts: the person or an organization, kept with the account. Listed in operations.ts. */
import { isFields, without } from '../../../kernel/json.ts';
import { ok, type Call, type Reply } from '../../call.ts';
import { commit } from '../../change.ts';
import type { Desk, Handler } from '../../desk.ts';
import { notFound } from '../../engine/not-found.ts';
import { accountFor, accountLock } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';

const PARAM = 'selectedOrganization';

/** Source: Resources and their fields / Account */
export const updateLinkedInOrganization: Handler = async (call, desk) => {
  const { accountType } = call.body;
  const organization = accountType === 'organization' ? organizationIn(call, desk) : undefined;
  if (organization !== undefined && 'status' in organization) return organization;
  return commit(desk, [accountLock(call.path['accountId'] ?? '')], async (view) => {
    const account = await accountFor(view, call.caller, call.path['accountId'] ?? '');
    if (account === undefined) return { result: refuse('account_not_found') };
    const metadata = {
      ...without(account.doc.metadata, [PARAM]),
      accountType,
      ...(organization !== undefined && { [PARAM]: organization }),
    };
    const doc = { ...account.doc, variant: String(accountType), metadata };
    const accountName = organization?.name ?? doc.displayName;
    return {
      records: [{ ...account, doc }],
      result: ok({ message: 'The choice was saved.', accountType, accountName }),
    };
  });
};

interface Organization {
  readonly id: string;
  readonly urn: string;
  readonly name: string;
}

/** The organization of the network that the call names by its id, or the refusal of a call that names no such one. */
function organizationIn({ body }: Call, { catalog }: Desk): Organization | Reply {
  const sent = body[PARAM];
  const id = isFields(sent) ? sent['id'] : undefined;
  if (id === undefined)
    return refuse('missing_required_field', {
      param: `${PARAM}.id`,
      message: `To post as an organization, pass its id in ${PARAM}.`,
    });
  const row = (catalog.fixtures()['linkedin_organization'] ?? []).find((one) => one['id'] === String(id));
  if (row === undefined) return notFound('linkedin_organization', { param: `${PARAM}.id` });
  return { id: String(id), urn: `urn:li:organization:${String(id)}`, name: String(row['name']) };
}
