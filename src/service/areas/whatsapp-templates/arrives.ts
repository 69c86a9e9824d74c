/** What whatsapp decides about a template: its review, a pause, an appeal, another category. Listed in the index that the press makes. */
import { textOf } from '../../../kernel/json.ts';
import type { Reply } from '../../call.ts';
import { accountOf, isRefusal, oneOf, TEXT, WORD, type Caused, type Inbound, type Scene } from '../../causes/cause.ts';
import { notFound } from '../../engine/not-found.ts';
import type { AccountRecord } from '../../records/account.ts';
import { refuse } from '../../refuse.ts';
import { TEMPLATE_VERDICTS, type TemplateVerdict } from '../../states/template.ts';
import { announceCategory, applyCategory, type Category } from './category.ts';
import { ambiguityOf } from './languages.ts';
import { findTemplates, TEMPLATE_KIND, type TemplateRecord } from './record.ts';
import { judged, reviewOf, stateOf } from './reviewing.ts';

/** Source: EVT-103 to EVT-105, ASM-18 */
async function template(scene: Scene): Promise<Caused | Reply> {
  const account = await accountOf(scene);
  if (isRefusal(account)) return account;
  const { read, teamId, given } = scene;
  const { name, language, status, category } = given;
  if (status === undefined && category === undefined)
    return refuse('missing_required_field', { param: 'status', message: '`status` or `category` is required.' });
  const found = await findTemplates(read, { teamId, accountId: account.id, name, language });
  const [record] = found;
  if (record === undefined) return notFound(TEMPLATE_KIND, { param: 'name' });
  const ambiguity = ambiguityOf(found);
  if (ambiguity !== undefined) return ambiguity;
  const reviewed = status === undefined ? { records: [record] } : await review(scene, account, record);
  if ('status' in reviewed || category === undefined) return reviewed;
  return recategorized(scene, account, reviewed);
}

async function review(scene: Scene, account: AccountRecord, record: TemplateRecord): Promise<Reviewed | Reply> {
  const verdict = scene.given['status'] as TemplateVerdict;
  const move = judged(account, record, { verdict, reason: textOf(scene.given['reason']) });
  if (move === undefined)
    return refuse('invalid_resource_state', {
      message: `A template with the status ${stateOf(record)} cannot become ${verdict}.`,
    });
  const { after, event } = move;
  return { records: [after], events: [event], work: await reviewOf(scene.read, after, scene.now) };
}

type Reviewed = Caused & { readonly records: readonly TemplateRecord[] };

function recategorized(
  { given, now }: Scene,
  account: AccountRecord,
  { records, events = [], work = [] }: Reviewed,
): Caused | Reply {
  const [record] = records;
  const category = given['category'] as Category;
  if (record === undefined) return { events };
  if (record.doc.category === category)
    return refuse('invalid_resource_state', {
      param: 'category',
      message: `The template already has the category ${category}.`,
    });
  const change =
    given['changeType'] === 'applied'
      ? applyCategory(account, record, category)
      : announceCategory(account, record, { scheduledCategory: category, now });
  const { events: caused = [], ...more } = change;
  const { due = [], records: after = records } = { due: undefined, records: undefined, ...more };
  return { records: after, events: [...events, ...caused], work: [...work, ...due] };
}

export const arrives: Readonly<Record<string, Inbound>> = {
  template_status: {
    fields: {
      accountId: WORD,
      name: WORD,
      language: WORD,
      status: oneOf(...TEMPLATE_VERDICTS),
      reason: TEXT,
      category: oneOf('UTILITY', 'MARKETING', 'AUTHENTICATION'),
      changeType: oneOf('scheduled', 'applied'),
    },
    required: ['accountId', 'name'],
    cause: template,
  },
};
