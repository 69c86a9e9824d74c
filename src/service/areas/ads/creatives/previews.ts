/** Previews of ads, of creatives and of what may become one. The page is drawn by preview-page.ts. Listed in operations.ts. */
import { isFields, textOf } from '../../../../kernel/json.ts';
import { ok } from '../../../call.ts';
import type { Handler } from '../../../desk.ts';
import { inScene } from '../../../engine/engine.ts';
import { notFound } from '../../../engine/not-found.ts';
import { ownerRecord, lost } from '../../../engine/scene.ts';
import { refuse } from '../../../refuse.ts';
import { contentIn, previewsOf } from './preview-page.ts';
import { namesIn } from '../reports/reading.ts';

const CREATIVE = 'ad_creative';

const getAdPreviews: Handler = inScene(async ({ call, desk, owners }) => {
  const ad = await desk.store.read.get('ad', owners.parentId ?? '');
  if (ad === undefined) return lost({ name: 'ad' });
  return ok({ adId: ad.id, previews: previewsOf(contentIn(ad.doc), namesIn(call.query['formats'])) });
});

const generateAdPreviews: Handler = inScene(async ({ call, desk, kinds }) => {
  const { existingCreativeId, creativeSpec, formats, accountId } = call.body;
  if (existingCreativeId !== undefined && creativeSpec !== undefined)
    return refuse('mutually_exclusive_fields', {
      param: 'creativeSpec',
      message: '`existingCreativeId` and `creativeSpec` exclude each other.',
    });
  if (isFields(creativeSpec)) return ok({ previews: previewsOf(contentIn(creativeSpec), namesIn(formats)) });
  const id = textOf(existingCreativeId);
  if (id === undefined)
    return refuse('missing_required_field', {
      param: 'existingCreativeId',
      message: 'A preview needs `existingCreativeId` or `creativeSpec`.',
    });
  const found = await ownerRecord(desk.store.read, { kind: CREATIVE, id, kinds, teamId: call.caller.teamId });
  if (found === undefined || found.doc.accountId !== accountId)
    return notFound(CREATIVE, { param: 'existingCreativeId' });
  return ok({ previews: previewsOf(contentIn(found.doc), namesIn(formats)) });
});

export const previews: Record<string, Handler> = { generateAdPreviews, getAdPreviews };
