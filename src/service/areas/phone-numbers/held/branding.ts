/** What carriers decide about branded calling: the identity that calls are shown under, and the numbers that show it. No operation is about either. Listed in arrives.ts. Source: EVT-127, ASM-44 */
import type { EventName } from '#contract';
import { textOf, type Fields } from '../../../../kernel/json.ts';
import type { Reply } from '../../../call.ts';
import {
  oneOf,
  profileEvent,
  recordOf,
  TEXT,
  WORD,
  type Caused,
  type Inbound,
  type Scene,
} from '../../../causes/cause.ts';
import { notFound } from '../../../engine/not-found.ts';
import { NUMBER_KIND } from '../../../records/phone.ts';
import { profileIdOf } from '../../../records/profile.ts';
import { refuse } from '../../../refuse.ts';
import { ownKind } from '../../../store/record.ts';
import type { StoredRecord } from '../../../store/store.ts';
import { numberBlock } from '../events.ts';

/** What was decided last: of an identity under its id, of a number under the number's. */
type Branding = {
  /** Name of the identity; absent for a number. */
  readonly name?: string;
  readonly status: string;
  readonly reason: string | null;
};

const KIND = ownKind<Branding>('$branded_calling');

const IDENTITY_STATUSES = ['in_review', 'action_required', 'approved', 'rejected', 'suspended'] as const;
const NUMBER_STATUSES = ['pending', 'active', 'rejected', 'suspended', 'inactive'] as const;

interface Decision {
  readonly status: string;
  readonly reason: string | null;
}

const decisionOf = ({ given }: Scene): Decision => ({
  status: String(given['status']),
  reason: textOf(given['reason']) ?? null,
});

/** What was decided already is kept as it is and emits nothing. */
const isKnown = (known: StoredRecord<Branding> | undefined, { status, reason }: Decision): boolean =>
  known?.doc.status === status && known.doc.reason === reason;

/** The first word about a name makes the identity. */
async function identityStatus(scene: Scene): Promise<Caused | Reply> {
  const { read, ids, teamId, given } = scene;
  const name = textOf(given['name']) ?? '';
  const ofTeam = await read.list(KIND, { teamId });
  const known = ofTeam.find(({ doc }) => doc.name === name);
  const decision = decisionOf(scene);
  const identityId = known?.id ?? ids.record();
  if (isKnown(known, decision)) return { made: { identityId } };
  const record = recordOf(KIND, identityId, scene, {
    doc: { name, ...decision },
    ...(known === undefined ? {} : { createdAt: known.createdAt }),
  });
  const event: EventName =
    decision.status === 'action_required'
      ? 'branded_calling.identity.action_required'
      : 'branded_calling.identity.status_updated';
  const payload: Fields = { identity: { id: identityId, name }, ...decision };
  return {
    records: [record],
    events: [profileEvent(event, { teamId, profileId: null }, payload)],
    made: { identityId },
  };
}

async function numberBranding(scene: Scene): Promise<Caused | Reply> {
  const { read, teamId, given } = scene;
  const number = await read.get(NUMBER_KIND, textOf(given['numberId']) ?? '');
  if (number === undefined) return notFound(NUMBER_KIND, { param: 'numberId' });
  if (number.doc.status !== 'active') return NOT_ACTIVE;
  const known = await read.get(KIND, number.id);
  const decision = decisionOf(scene);
  if (isKnown(known, decision)) return {};
  const { profileId } = number;
  const { createdAt } = known ?? { createdAt: scene.now };
  const payload: Fields = { number: numberBlock(number), ...decision };
  return {
    records: [recordOf(KIND, number.id, scene, { doc: { ...decision }, profileId, parentId: number.id, createdAt })],
    events: [
      profileEvent('branded_calling.number.status_updated', { teamId, profileId: profileIdOf(number) }, payload),
    ],
  };
}

const NOT_ACTIVE = refuse('invalid_resource_state', {
  param: 'numberId',
  message: 'Only an active number can show a caller id.',
});

export const arrives: Readonly<Record<string, Inbound>> = {
  branded_calling_identity: {
    fields: { name: WORD, status: oneOf(...IDENTITY_STATUSES), reason: TEXT },
    required: ['name', 'status'],
    cause: identityStatus,
  },
  branded_calling: {
    fields: { numberId: WORD, status: oneOf(...NUMBER_STATUSES), reason: TEXT },
    required: ['numberId', 'status'],
    cause: numberBranding,
  },
};
