/** Services that a location offers. They are part of its details, and read there too. */
import { fieldsIn, isFields, type Fields } from '../../../kernel/json.ts';
import { ok, type Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { findRecord } from '../../engine/find.ts';
import { serveIn } from '../../engine/engine.ts';
import { nothing } from '../../engine/follow.ts';
import { detailsIn } from './details.ts';
import { atPlace, type AtPlace } from './place.ts';
import { servicesProblem } from './service-items.ts';

const answer = (at: AtPlace, services: readonly Fields[]): Reply =>
  ok({ success: true, accountId: at.scene.owners.account?.id, locationId: at.locationId, services });

const getGoogleBusinessServices = atPlace(async (at) => {
  const record = await findRecord(detailsIn(at).scene, at.scene.desk.store.read);
  return answer(at, fieldsIn(record?.doc['serviceItems']));
});

const updateGoogleBusinessServices = atPlace(async (at) => {
  const { serviceItems } = at.scene.call.body;
  const refusal = servicesProblem('serviceItems', serviceItems);
  if (refusal !== undefined) return refusal;
  const reply = await serveIn(detailsIn(at).scene, nothing);
  return reply.status === 200 && isFields(reply.body) ? ok({ success: true, services: fieldsIn(serviceItems) }) : reply;
});

export const handlers: Readonly<Record<string, Handler>> = { getGoogleBusinessServices, updateGoogleBusinessServices };
