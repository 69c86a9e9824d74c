/** Due work of listings: a verification whose code was not entered in time has failed. */
import { commit } from '../../change.ts';
import type { DueWork } from '../../desk.ts';
import { afterEvent, RUN_OUT } from './verifications.ts';
import { VERIFICATION_KIND } from './verified.ts';

const runOut: DueWork = async ({ ref }, desk) => {
  const at = await desk.store.read.get(VERIFICATION_KIND, ref);
  await commit(desk, [`${VERIFICATION_KIND}/${at?.parentId ?? ''}`], async (view) => {
    const record = await view.get(VERIFICATION_KIND, ref);
    const after = record && afterEvent(record, 'runOut');
    return { records: after === undefined ? [] : [after] };
  });
};

export const work: Readonly<Record<string, DueWork>> = { [RUN_OUT]: runOut };
