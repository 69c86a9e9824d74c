/** The network fills an audience some time after its last upload. Scheduled by audiences.ts and filling.ts; listed in work.ts. */
import { commit } from '../../../change.ts';
import type { DueWork } from '../../../desk.ts';
import { AUDIENCE, populated, POPULATION } from './audience-record.ts';

/** Source: readings, "Audiences" */
const populate: DueWork = ({ ref }, desk) =>
  commit(desk, [`${AUDIENCE}/${ref}`], async (view) => {
    const audience = await view.get(AUDIENCE, ref);
    return audience === undefined ? {} : { records: [populated(audience, desk.clock.now())] };
  });

export const work: Readonly<Record<string, DueWork>> = { [POPULATION]: populate };
