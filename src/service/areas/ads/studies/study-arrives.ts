/** Studies as people set them up on the network itself, since no operation does: a new one with its cells, or the end of one. Listed in arrives.ts. */
import { instantOf } from '../../../../kernel/instant.ts';
import { type Fields, fieldsIn, textOf, textsIn } from '../../../../kernel/json.ts';
import { platformLabel } from '../../../../platforms/labels.ts';
import { traitsOf } from '../../../../platforms/platforms.ts';
import type { Reply } from '../../../call.ts';
import {
  accountOf,
  FLAG,
  isRefusal,
  oneOf,
  recordOf,
  TEXT,
  WORD,
  type Caused,
  type Inbound,
  type Scene,
} from '../../../causes/cause.ts';
import { nativeId } from '../../../engine/draft.ts';
import { notFound } from '../../../engine/not-found.ts';
import type { AccountRecord } from '../../../records/account.ts';
import { refuse } from '../../../refuse.ts';
import { withFields } from '../../../store/record.ts';
import { AD_ACCOUNT, findAdAccount } from '../tree/ad-account.ts';
import { endOf, namedIn, STUDY, type Cell, type StudyRecord } from './study-record.ts';

/** Cells of each type of study. Source: readings, "Studies" */
const CELLS: Readonly<Record<string, readonly [least: number, most: number]>> = { SPLIT_TEST: [2, 5], LIFT: [1, 5] };

const PARTS: Readonly<Record<string, 'ad_campaign' | 'ad_set'>> = { campaigns: 'ad_campaign', adsets: 'ad_set' };

const invalid = (param: string, message: string): Reply => refuse('invalid_field_value', { param, message });

async function study(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const { platform } = account.doc;
  if (traitsOf(platform).adRules?.studies !== true)
    return refuse('platform_not_supported', {
      param: 'accountId',
      message: `${platformLabel(platform)} has no studies.`,
    });
  return scene.given['studyId'] === undefined ? newStudy(scene, account) : endStudy(scene, account);
}

async function endStudy({ read, given, now }: Scene, account: AccountRecord): Promise<Caused | Reply> {
  const before = await read.get(STUDY, String(given['studyId']));
  if (before === undefined || before.doc.accountId !== account.id) return notFound(STUDY, { param: 'studyId' });
  if (given['canceled'] !== true) return refuse('missing_required_field', { param: 'canceled' });
  if (endOf(before) <= now)
    return refuse('invalid_resource_state', { param: 'studyId', message: 'The study is over.' });
  const at = instantOf(now);
  return { records: [withFields(before, { canceled_time: at, updated_time: at })], made: { studyId: before.id } };
}

async function newStudy(scene: Scene, account: AccountRecord): Promise<Caused | Reply> {
  const { given, ids, now, catalog } = scene;
  const lacking = ['adAccountId', 'name', 'studyType', 'endTime', 'cells'].find((name) => given[name] === undefined);
  if (lacking !== undefined) return refuse('missing_required_field', { param: lacking });
  const adAccountId = String(given['adAccountId']);
  const known = catalog && (await findAdAccount({ catalog }, scene.read, { account, id: adAccountId }));
  if (known === undefined) return notFound(AD_ACCOUNT, { param: 'adAccountId' });
  const id = nativeId(ids.record());
  const [from, to] = [Date.parse(textOf(given['startTime']) ?? instantOf(now)), Date.parse(String(given['endTime']))];
  const doc = {
    id,
    accountId: account.id,
    adAccountId,
    name: String(given['name']),
    description: textOf(given['description']) ?? null,
    type: String(given['studyType']),
    start_time: instantOf(from),
    end_time: instantOf(to),
    canceled_time: null,
    created_time: instantOf(now),
    updated_time: instantOf(now),
    cells: fieldsIn(given['cells']).map((cell, at) => cellOf(cell, nativeId(`${id} ${String(at)}`))),
  };
  const { profileId } = account;
  const made = recordOf(STUDY, id, scene, { profileId, parentId: account.id, doc });
  const refusal = refusalOfTimes({ from, to, now }) ?? refusalOfShares(doc) ?? (await refusalOfParts(scene, made));
  return refusal ?? { records: [made], made: { studyId: id } };
}

const cellOf = (cell: Fields, id: string): Cell => ({
  id,
  name: String(cell['name']),
  treatment_percentage: Number(cell['treatmentPercentage']),
  control_percentage: Number(cell['controlPercentage'] ?? 0),
  campaigns: { data: textsIn(cell['campaignIds']).map((one) => ({ id: one })) },
  adsets: { data: textsIn(cell['adSetIds']).map((one) => ({ id: one })) },
});

function refusalOfTimes({ from, to, now }: Readonly<Record<'from' | 'to' | 'now', number>>): Reply | undefined {
  if (from < now) return invalid('startTime', 'A study starts now or later.');
  return to > from ? undefined : invalid('endTime', 'A study ends after it starts.');
}

function refusalOfShares({ type, cells }: Pick<StudyRecord['doc'], 'type' | 'cells'>): Reply | undefined {
  const [least, most] = CELLS[type] ?? [1, 1];
  if (cells.length < least || cells.length > most)
    return invalid('cells', `A study of type ${type} has ${String(least)} to ${String(most)} cells.`);
  const idle = cells.find((cell) => namedIn(cell).length === 0);
  if (idle !== undefined) return invalid('cells', `The cell ${idle.name} names no campaign and no ad set.`);
  const people = cells.reduce((sum, cell) => sum + cell.treatment_percentage + cell.control_percentage, 0);
  return people <= 100 ? undefined : invalid('cells', 'The percentages of the cells add up to more than 100.');
}

/** Every campaign and ad set is one of the ad account, in one cell, and in no other study at that time. */
async function refusalOfParts(scene: Scene, made: StudyRecord): Promise<Reply | undefined> {
  const { read, teamId } = scene;
  const { accountId, adAccountId, cells } = made.doc;
  for (const cell of cells)
    for (const [name, kind] of Object.entries(PARTS))
      for (const { id } of cell[name as 'campaigns' | 'adsets'].data) {
        const one = await read.get(kind, id);
        if (one === undefined || one.doc.accountId !== accountId || one.doc.platformAdAccountId !== adAccountId)
          return notFound(kind, { param: 'cells' });
      }
  const sets = await read.list('ad_set', { teamId });
  const covered = ({ campaigns, adsets }: Cell): readonly string[] => {
    const whole = campaigns.data.map(({ id }) => id);
    const below = sets.flatMap(({ id, parentId }) => (whole.includes(parentId ?? '') ? [id] : []));
    return [...new Set([...whole, ...below, ...adsets.data.map(({ id }) => id)])];
  };
  const own = cells.flatMap(covered);
  if (new Set(own).size < own.length) return invalid('cells', 'A campaign or an ad set is in two cells.');
  const others = (await read.list(STUDY, { teamId })).filter((other) => isAtTheTimeOf(made, other));
  return others.flatMap(({ doc }) => doc.cells.flatMap(covered)).some((id) => own.includes(id))
    ? refuse('invalid_resource_state', {
        param: 'cells',
        message: 'A campaign or an ad set is part of another study at that time.',
      })
    : undefined;
}

const isAtTheTimeOf = (made: StudyRecord, other: StudyRecord): boolean =>
  Date.parse(other.doc.start_time) < endOf(made) && endOf(other) > Date.parse(made.doc.start_time);

const INSTANT = { type: 'string', format: 'date-time' } as const;
const SHARE = { type: 'number', minimum: 1, maximum: 100 } as const;
const WORDS = { type: 'array', items: WORD } as const;

export const studyArrives: Readonly<Record<string, Inbound>> = {
  ad_study: {
    fields: {
      accountId: WORD,
      adAccountId: WORD,
      name: WORD,
      description: TEXT,
      studyType: oneOf(...Object.keys(CELLS)),
      startTime: INSTANT,
      endTime: INSTANT,
      cells: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name', 'treatmentPercentage'],
          additionalProperties: false,
          properties: {
            name: WORD,
            treatmentPercentage: SHARE,
            controlPercentage: { ...SHARE, minimum: 0 },
            campaignIds: WORDS,
            adSetIds: WORDS,
          },
        },
      },
      studyId: WORD,
      canceled: FLAG,
    },
    required: ['accountId'],
    cause: study,
  },
};
