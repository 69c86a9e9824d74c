/** Whom a first message is for: by number, by the platform's id, or by handle. Used by sending.ts. */
import { textOf } from '../../../kernel/json.ts';
import { isAddress } from '../../../platforms/people.ts';
import { messageRulesOf } from '../../../platforms/messages.ts';
import type { View } from '../../change.ts';
import type { Reply } from '../../call.ts';
import type { Scene } from '../../engine/scene.ts';
import type { AccountRecord } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import { participantOf } from './offers.ts';
import { COMMENT, type Participant } from './record.ts';

/** The person, or the refusal of one who is not there. Source: INB-03, INB-35, ASM-57; readings, "Conversations" */
export async function recipientOf(
  scene: Scene,
  view: View,
  account: AccountRecord,
): Promise<Participant | { readonly refusal: Reply }> {
  const { participantId, participantUsername } = scene.call.body;
  const { platform } = account.doc;
  const handle = textOf(participantUsername);
  const id = textOf(participantId);
  if (id !== undefined && id.trim() !== '') {
    const name = handle ?? id;
    return numberProblem(platform, id) ?? participantOf({ id, name }, platform);
  }
  if (handle === undefined || handle.trim() === '')
    return { refusal: refuse('missing_required_field', { param: 'participantId' }) };
  return personCalled(scene, view, { platform, handle });
}

function numberProblem(platform: string, id: string): { readonly refusal: Reply } | undefined {
  if (isAddress(id, platform)) return undefined;
  return { refusal: refuse('PARTICIPANT_NOT_FOUND', { param: 'participantId' }) };
}

interface Called {
  readonly platform: string;
  readonly handle: string;
}

/** Somebody at large on the network, or who commented here. */
async function personCalled(
  { call, desk }: Scene,
  view: View,
  { platform, handle }: Called,
): Promise<Participant | { readonly refusal: Reply }> {
  const nobody = { refusal: refuse('PARTICIPANT_NOT_FOUND', { param: 'participantUsername' }) };
  if (messageRulesOf(platform)?.handles?.test(handle) !== true) return nobody;
  const username = handle.replace(/^(@|u\/)/i, '').toLowerCase();
  const row = (desk.catalog.fixtures()['network_person'] ?? []).find(
    (one) => one['platform'] === platform && String(one['username']).toLowerCase() === username,
  );
  if (row !== undefined)
    return row['takesMessages'] === false && call.body['skipDmCheck'] !== true
      ? { refusal: refuse('DM_NOT_ALLOWED', { param: 'participantUsername' }) }
      : participantOf({ id: String(row['id']), name: textOf(row['displayName']) ?? handle }, platform);
  const comments = await view.list(COMMENT, { teamId: call.caller.teamId });
  const from = comments.find(({ doc }) => doc.platform === platform && doc.from?.username?.toLowerCase() === username)
    ?.doc.from;
  return from === undefined ? nobody : participantOf({ id: from.id, name: from.name ?? handle }, platform);
}
