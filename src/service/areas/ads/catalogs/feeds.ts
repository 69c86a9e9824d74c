/** Feeds of catalogues: files that the network reads when it is asked to and on a schedule, each time as an upload with what came of it. Listed in operations.ts and work.ts. */
import { instantOf } from '../../../../kernel/instant.ts';
import { type Fields, isFields, textOf } from '../../../../kernel/json.ts';
import { fits } from '../../../../schema/judge.ts';
import { refTo } from '../../../../schema/reference.ts';
import { commit } from '../../../change.ts';
import type { Desk, DueWork, Handler } from '../../../desk.ts';
import { checkedBefore, type Check } from '../../../engine/checked.ts';
import { nativeId } from '../../../engine/draft.ts';
import { engineWith } from '../../../engine/engine.ts';
import type { Follow } from '../../../engine/follow.ts';
import { accountFor } from '../../../records/account.ts';
import { refuse } from '../../../refuse.ts';
import { withFields } from '../../../store/record.ts';
import type { NewDue, RecordOf } from '../../../store/store.ts';
import { closedProblem } from '../judge/media.ts';
import { fetched } from './fetching.ts';
import { itemsAt } from './product-file.ts';
import { newProduct, PRODUCT, type Sent } from './product-record.ts';
import { FEED, recountCatalog, type FeedRecord } from './recount.ts';
import { nextFetch } from './schedule.ts';

const UPLOAD = 'ad_catalog_feed_upload';

type UploadRecord = RecordOf<typeof UPLOAD>;

/** How long the network takes to read a file. Source: readings, "Feeds" */
const READING_MS = 60_000;

const nextOf = ({ id, doc }: FeedRecord, now: number): readonly NewDue[] =>
  doc.schedule ? [{ dueAt: nextFetch(doc.schedule, now), kind: FEED, ref: id }] : [];

const endOf = ({ id }: UploadRecord, now: number): NewDue => ({ dueAt: now + READING_MS, kind: UPLOAD, ref: id });

/** The feed with what its latest upload has come to. */
const withLatest = (feed: FeedRecord, { doc }: UploadRecord): FeedRecord => {
  const { id, url, startTime, endTime, errorCount, warningCount, itemsDetected, itemsDeleted } = doc;
  const latestUpload = { id, url, startTime, endTime, errorCount, warningCount, itemsDetected, itemsDeleted };
  return withFields<Fields>(feed, { latestUpload }) as FeedRecord;
};

/** The address of a file is one that everybody can read, and an hour is one of a day. */
const readable: Check = async ({ body, caller, origin }, { store }) => {
  const schedule = isFields(body['schedule']) ? body['schedule'] : undefined;
  const { hour = 0 } = schedule ?? {};
  if (!Number.isInteger(hour) || Number(hour) < 0 || Number(hour) > 23)
    return refuse('invalid_field_value', {
      param: 'schedule.hour',
      message: 'An hour is a whole number from 0 to 23.',
    });
  const url = textOf(schedule?.['url'] ?? body['url']);
  const account = await accountFor(store.read, caller, String(body['accountId']));
  if (url === undefined || account === undefined) return undefined;
  return closedProblem({ url, param: schedule === undefined ? 'url' : 'schedule.url' }, { origin }, account);
};

const planFirst: Follow<typeof FEED> = ([{ after } = {}], { now }) =>
  after === undefined ? {} : { due: nextOf(after, now) };

const startUpload: Follow<typeof UPLOAD> = async ([{ after } = {}], { now }, view) => {
  const feed = after && (await view.get(FEED, after.parentId ?? ''));
  if (after === undefined || feed === undefined) return {};
  const upload = withFields<Fields>(after, { startTime: instantOf(now), endTime: null }) as UploadRecord;
  return { records: [upload, withLatest(feed, upload)], due: [endOf(upload, now)] };
};

/** Starts the upload of a scheduled feed under an id of its own instant, and plans the next one. */
const fetchOnSchedule: DueWork = ({ ref, dueAt }, desk) =>
  commit(desk, [`${FEED}/${ref}`], async (view) => {
    const feed = await view.get(FEED, ref);
    const id = nativeId(`${ref} ${String(dueAt)}`);
    const { schedule } = feed?.doc ?? {};
    if (feed === undefined || !schedule || (await view.get(UPLOAD, id)) !== undefined) return {};
    const now = desk.clock.now();
    const { teamId, profileId, doc } = feed;
    const { accountId } = doc as Fields;
    const counts = { errorCount: 0, warningCount: 0, itemsDetected: 0, itemsDeleted: 0 };
    const times = { startTime: instantOf(now), endTime: null };
    const own = { id, accountId, url: schedule.url, ...times, ...counts } as unknown as UploadRecord['doc'];
    const upload = { kind: UPLOAD, id, teamId, profileId, parentId: ref, createdAt: now, doc: own } as UploadRecord;
    return { records: [upload, withLatest(feed, upload)], due: [endOf(upload, now), ...nextOf(feed, dueAt)] };
  });

/** Reads the file as it is at the end of the upload. */
const finishUpload: DueWork = ({ ref }, desk) =>
  commit(desk, [`${UPLOAD}/${ref}`], async (view) => {
    const upload = await view.get(UPLOAD, ref);
    const feed = upload && (await view.get(FEED, upload.parentId ?? ''));
    if (upload === undefined || feed === undefined || upload.doc.endTime !== null) return {};
    const now = desk.clock.now();
    const { teamId, parentId } = feed;
    const items = await itemsAt(view, teamId, String(upload.doc.url));
    const fresh = () => newProduct(feed, { id: nativeId(desk.ids.record()), now, more: { feedId: feed.id } });
    const products = await view.list(PRODUCT, { teamId, parentId: parentId ?? '' });
    const outcome = fetched({ feedId: feed.id, items: items ?? [], products, fresh, isProduct: isProductFor(desk) });
    // Where nothing can be read, nothing is known to be gone.
    const removed = items === undefined ? [] : outcome.removed.map(({ id }) => id);
    const after = withFields<Fields>(upload, {
      endTime: instantOf(now),
      itemsDetected: items?.length ?? 0,
      itemsDeleted: removed.length,
      errorCount: items === undefined ? 1 : outcome.errorCount,
      warningCount: outcome.warningCount,
    }) as UploadRecord;
    const { saved } = outcome;
    const recounted = await recountCatalog(view, { teamId, parentId, saved, removed });
    const itself = recounted.find(({ id }) => id === feed.id) ?? feed;
    return {
      removed: removed.map((id) => ({ kind: PRODUCT, id })),
      records: [after, ...saved, ...recounted, withLatest(itself as FeedRecord, after)],
    };
  });

const isProductFor = ({ catalog }: Pick<Desk, 'catalog'>) => {
  const { schemas } = catalog.file('ad-catalogs');
  const schema = { $ref: refTo('MetaCatalogProductInput') };
  return (item: Fields): item is Fields & Sent => fits(schema, item, schemas);
};

export const feeds: Record<string, Handler> = {
  createAdCatalogFeed: checkedBefore(engineWith<typeof FEED>(planFirst), readable),
  createAdCatalogFeedUpload: checkedBefore(engineWith<typeof UPLOAD>(startUpload), readable),
};

export const feedWork: Readonly<Record<string, DueWork>> = { [FEED]: fetchOnSchedule, [UPLOAD]: finishUpload };
