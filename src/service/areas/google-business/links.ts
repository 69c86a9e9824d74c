/** Links of a location for booking, ordering and shopping: each type leads to an address once. */
import type { Handler } from '../../desk.ts';
import type { Follow } from '../../engine/follow.ts';
import { notFound } from '../../engine/not-found.ts';
import { refuse } from '../../refuse.ts';
import { servedAtPlace, type AtPlace } from './place.ts';
import { linkProblem } from './problems.ts';

const LINK_KIND = 'google_business_place_action';

const uriProblem = ({ scene }: AtPlace) => linkProblem('uri', scene.call.body['uri']);

const ofLocation: Follow<typeof LINK_KIND> = ([{ before } = {}], { owners }) =>
  before?.doc.locationId === owners.fields['locationId'] ? {} : { refusal: notFound(LINK_KIND, { param: 'name' }) };

/** A second link of the same type to the same address is a conflict. */
const asOnlyOne: Follow<typeof LINK_KIND> = async ([{ after } = {}], { call, owners }, view) => {
  const all = await view.list(LINK_KIND, { teamId: call.caller.teamId, parentId: owners.account?.id ?? '' });
  const isThere = all.some(
    ({ id, doc }) =>
      id !== after?.id &&
      doc.locationId === after?.doc.locationId &&
      doc.uri === after?.doc.uri &&
      doc.placeActionType === after?.doc.placeActionType,
  );
  return isThere ? { refusal: IS_THERE } : {};
};

const IS_THERE = refuse('invalid_resource_state', {
  param: 'uri',
  message: 'The location already has a link of this type to this URL.',
});

const changeOfLocation: Follow<typeof LINK_KIND> = async (changes, scene, view) => {
  const { refusal } = await ofLocation(changes, scene, view);
  return refusal === undefined ? asOnlyOne(changes, scene, view) : { refusal };
};

export const handlers: Readonly<Record<string, Handler>> = {
  createGoogleBusinessPlaceAction: servedAtPlace(uriProblem, asOnlyOne),
  deleteGoogleBusinessPlaceAction: servedAtPlace(undefined, ofLocation),
  listGoogleBusinessPlaceActions: servedAtPlace(),
  updateGoogleBusinessPlaceAction: servedAtPlace(uriProblem, changeOfLocation),
};
