/** Photos and videos of a location: from a URL, in a category; there is one cover, one logo and one profile picture. */
import { shapeProblems } from '../../../platforms/shape-problems.ts';
import type { Reply } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import type { Follow } from '../../engine/follow.ts';
import { notFound } from '../../engine/not-found.ts';
import { ownMedia } from '../../records/upload.ts';
import { withFields } from '../../store/record.ts';
import { servedAtPlace, type AtPlace } from './place.ts';
import { invalid, linkProblem, textProblem } from './problems.ts';

const MEDIA_KIND = 'google_business_media';

/** Categories that one photo has at a time. */
const ROLES: readonly unknown[] = ['COVER', 'PROFILE', 'LOGO'];

const MOST_CHARACTERS = 1_000;

async function mediaProblem({ scene }: AtPlace): Promise<Reply | undefined> {
  const { sourceUrl, description, mediaFormat, category } = scene.call.body;
  if (mediaFormat === 'VIDEO' && ROLES.includes(category))
    return invalid('category', 'The cover, profile picture, and logo must be photos.');
  return (
    linkProblem('sourceUrl', sourceUrl) ??
    textProblem('description', description, MOST_CHARACTERS) ??
    (await fileProblem(scene))
  );
}

/** What the network does not take of a file that was uploaded here; nothing is known of any other. */
async function fileProblem({ call, desk, owners }: AtPlace['scene']): Promise<Reply | undefined> {
  const { sourceUrl, mediaFormat = 'PHOTO' } = call.body;
  const own = await ownMedia(desk.store.read, String(sourceUrl));
  if (own === undefined) return undefined;
  const type = mediaFormat === 'VIDEO' ? 'video' : 'image';
  if (!own.contentType.startsWith(`${type}/`)) return invalid('mediaFormat', `The file is not a ${type}.`);
  const item = { type, size: own.sizeBytes, mimeType: own.contentType, facts: own.facts };
  const [problem] = shapeProblems(owners.account?.doc.platform ?? '', item, {});
  return problem === undefined ? undefined : invalid('sourceUrl', problem);
}

/** The photo that had the role before is an additional one from now on. */
const replaceRole: Follow<typeof MEDIA_KIND> = async ([{ after } = {}], { call, owners }, view) => {
  const category = after?.doc.locationAssociation?.category;
  if (after === undefined || !ROLES.includes(category)) return {};
  const all = await view.list(MEDIA_KIND, { teamId: call.caller.teamId, parentId: owners.account?.id ?? '' });
  const earlier = all.filter(
    ({ id, doc }) =>
      id !== after.id && doc.locationId === after.doc.locationId && doc.locationAssociation?.category === category,
  );
  return { records: earlier.map((one) => withFields(one, { locationAssociation: { category: 'ADDITIONAL' } })) };
};

const ofLocation: Follow<typeof MEDIA_KIND> = ([{ before } = {}], { owners }) =>
  before?.doc.locationId === owners.fields['locationId'] ? {} : { refusal: notFound(MEDIA_KIND, { param: 'mediaId' }) };

export const handlers: Readonly<Record<string, Handler>> = {
  createGoogleBusinessMedia: servedAtPlace(mediaProblem, replaceRole),
  deleteGoogleBusinessMedia: servedAtPlace(undefined, ofLocation),
  listGoogleBusinessMedia: servedAtPlace(),
};
