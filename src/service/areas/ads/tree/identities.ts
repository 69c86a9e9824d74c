/** The name and picture under which ads without an account of their own are shown: one identity of the network, which callers change. Listed in operations.ts. */
import { ok, type Reply } from '../../../call.ts';
import { commit } from '../../../change.ts';
import type { Handler } from '../../../desk.ts';
import { inScene } from '../../../engine/engine.ts';
import { asChanged, fixturesOf } from '../../../engine/fixtures.ts';
import { refuse } from '../../../refuse.ts';
import { withFields } from '../../../store/record.ts';

/** The kind of identity that is not an account. */
const CUSTOMIZED = 'CUSTOMIZED_USER';

const configureTikTokAdsBrandIdentity: Handler = inScene((scene) =>
  commit<Reply>(scene.desk, [`${scene.name}/${scene.owners.ownerId}`], async (view) => {
    const row = fixturesOf(scene).find(({ doc }) => doc['identityType'] === CUSTOMIZED);
    if (row === undefined || scene.owners.account === undefined)
      return {
        result: refuse('platform_not_supported', {
          param: 'accountId',
          message: 'The network of this account has no brand identities.',
        }),
      };
    const { displayName, imageUrl: profileImage } = scene.call.body;
    const after = withFields(await asChanged(row, view), { displayName, profileImage });
    const { identityId } = after.doc;
    return { records: [after], result: ok({ success: true, identityId, displayName }) };
  }),
);

export const identities: Record<string, Handler> = { configureTikTokAdsBrandIdentity };
