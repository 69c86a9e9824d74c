/** A number that moves to another profile, with the accounts that are on it. */
import { ok } from '../../../call.ts';
import { commit, type View } from '../../../change.ts';
import type { Handler } from '../../../desk.ts';
import { inScene } from '../../../engine/engine.ts';
import { findRecord } from '../../../engine/find.ts';
import { lost } from '../../../engine/scene.ts';
import { ACCOUNT_KIND, type AccountRecord } from '../../../records/account.ts';
import type { NUMBER_KIND } from '../../../records/phone.ts';
import { refuse } from '../../../refuse.ts';
import type { StoredRecord } from '../../../store/store.ts';
import { numberProblem } from '../../accounts/offers.ts';
import { phoneOf } from '../offers.ts';
import type { NumberRecord } from '../record.ts';

const moveWhatsAppNumberToProfile: Handler = inScene((scene) =>
  commit(scene.desk, [`team/${scene.call.caller.teamId}`], async (view) => {
    const number = await findRecord<typeof NUMBER_KIND>(scene, view);
    if (number === undefined) return { result: lost(scene) };
    if (ENDED.includes(number.doc.status)) return { result: HAS_ENDED };
    const profileId = String(scene.call.body['profileId']);
    const accounts = (await accountsOn(number, view)).map((one) => inProfile(one, profileId));
    for (const { doc } of accounts) {
      const refusal = await numberProblem(view, number.teamId, doc);
      if (refusal !== undefined) return { result: refusal };
    }
    return {
      records: [inProfile(number, profileId), ...accounts],
      result: ok({
        message: 'The number now belongs to the profile.',
        profileId,
        movedPlatforms: accounts.map(({ doc }) => doc.platform),
      }),
    };
  }),
);

const ENDED: readonly string[] = ['released', 'regulatory_declined'];

const HAS_ENDED = refuse('invalid_resource_state', { message: 'The team no longer has this number.' });

async function accountsOn(number: NumberRecord, view: View): Promise<readonly AccountRecord[]> {
  const accounts = await view.list(ACCOUNT_KIND, { teamId: number.teamId });
  return accounts.filter(({ doc }) => doc.username !== '' && doc.username === phoneOf(number));
}

const inProfile = <D>(record: StoredRecord<D>, profileId: string): StoredRecord<D> => ({
  ...record,
  profileId,
  doc: { ...record.doc, profileId },
});

export const handlers: Readonly<Record<string, Handler>> = { moveWhatsAppNumberToProfile };
