/** The answer of a declared operation: its schema, filled with the record or the page, what the effect declares, and what was sent. Last stop of the room. */
import { type Fields, isFields } from '../../kernel/json.ts';
import type { Schema } from '../../kernel/schema.ts';
import type { Reply } from '../call.ts';
import { formFor, formsOf, typesOf, type Form } from './form.ts';
import { isPageWord, pageWord, usualWords, type Page } from './page.ts';
import type { Scene } from './scene.ts';
import { fieldsIn, fitting, idOf, isOwnId, isWhole, viewOf, type Counted } from './view.ts';
import { meant } from './words.ts';

/** What an answer is about. */
export interface Outcome {
  readonly record?: Counted | undefined;
  readonly page?: Page<Counted> | undefined;
  /** Records that were made, changed or removed. */
  readonly count?: number;
}

export function answerOf(scene: Scene, outcome: Outcome): Reply {
  const { call, effect, served, kind, now } = scene;
  const { status } = served;
  const schema = call.card.responses[String(status)] ?? call.card.responses['2XX'] ?? null;
  if (status === 204) return { status };
  if (schema === null) return { status, body: bareBody(scene, outcome) };
  const id = outcome.record === undefined ? undefined : idOf(outcome.record.record, kind);
  const declared = meant(effect.answer ?? {}, { call, now, id, count: outcome.count ?? 0 }) as Fields;
  return { status, body: bodyIn(schema, { scene, outcome, declared, steps: [] }) };
}

/** Where the contract knows no body: a reading answers with its record, a change with the word for success. */
const bareBody = ({ call, kind, schemas }: Scene, { record }: Outcome): unknown =>
  call.card.method === 'GET' && record !== undefined ? viewOf(record, OPEN, { kind, schemas }) : { success: true };

/** The schema of what the contract leaves open: every field but those that are never read. */
const OPEN: Schema = {};

interface Filling {
  readonly scene: Scene;
  readonly outcome: Outcome;
  readonly declared: Fields;
  /** Members on the way from the root of the answer. */
  readonly steps: readonly string[];
}

function bodyIn(schema: Schema, filling: Filling): unknown {
  const { scene, outcome } = filling;
  const { effect, schemas, kind } = scene;
  if (effect.list === '.' && outcome.page !== undefined) return listIn(schema, filling);
  const form = fittingForm(schema, filling);
  const own =
    effect.record === '.' && outcome.record !== undefined ? viewOf(outcome.record, form, { kind, schemas }) : undefined;
  if (form.properties === undefined)
    return own ?? (outcome.page === undefined ? filling.declared : usualWords(outcome.page));
  const around = fieldsIn(form, (name) => memberOf(name, form, filling), schemas);
  return {
    ...(isFields(own) ? own : {}),
    ...around,
    ...requiredEmpties(form, { ...(isFields(own) ? own : {}), ...around }, filling),
  };
}

/** Of several forms of an answer, the one that has the place of the record, or the one that what was sent fits best. */
function fittingForm(schema: Schema, { scene: { effect, schemas, call } }: Filling): Form {
  const forms = formsOf(schema, schemas);
  const [first] = (effect.record ?? effect.list ?? '.').split('.');
  const named = forms.find(({ properties = {} }) => Object.hasOwn(properties, first ?? ''));
  return named ?? formFor(schema, schemas, call.body);
}

function memberOf(name: string, form: Form, filling: Filling): unknown {
  const { scene, outcome, declared, steps } = filling;
  const { effect, kind, call, owners, schemas } = scene;
  const schema = form.properties?.[name] ?? {};
  const here = [...steps, name].join('.');
  if (declared[name] !== undefined && steps.length === 0) return declared[name];
  if (here === effect.list && outcome.page !== undefined) return listIn(schema, filling);
  if (here === effect.record && outcome.record !== undefined) return viewOf(outcome.record, schema, { kind, schemas });
  if (isOnTheWay(here, effect.list) || isOnTheWay(here, effect.record))
    return bodyWithin(schema, { ...filling, steps: [...steps, name] });
  if (outcome.page !== undefined && isPageWord(name)) return pageWord(name, outcome.page);
  if (outcome.page !== undefined && PAGE_PARTS.includes(name)) return pagePart(schema, filling);
  if (name === SUCCESS) return true;
  if (outcome.record !== undefined && isOwnId(name, kind)) return idOf(outcome.record.record, kind);
  const sent = call.body[name] ?? call.path[name] ?? call.query[name];
  const value = sent ?? owners.fields[name] ?? outcome.record?.record.doc[name];
  return isWhole(schema, value, schemas) ? value : undefined;
}

/** The word with which the API says that an operation did what was asked. */
const SUCCESS = 'success';

/** Members that hold the words of a page. */
const PAGE_PARTS: readonly string[] = ['pagination', 'paging', 'meta'];

const isOnTheWay = (here: string, slot: string | undefined): boolean => slot?.startsWith(`${here}.`) === true;

function bodyWithin(schema: Schema, filling: Filling): unknown {
  const [form = {}] = formsOf(schema, filling.scene.schemas);
  return fieldsIn(form, (name) => memberOf(name, form, filling), filling.scene.schemas);
}

function pagePart(schema: Schema, { scene, outcome }: Filling): unknown {
  const { page } = outcome;
  const [form = {}] = formsOf(schema, scene.schemas);
  if (page === undefined) return undefined;
  return form.properties === undefined
    ? usualWords(page)
    : fieldsIn(form, (name) => pageWord(name, page), scene.schemas);
}

function listIn(schema: Schema, { scene: { kind, schemas }, outcome: { page } }: Filling): unknown {
  const form = formsOf(schema, schemas).find(({ items }) => items !== undefined);
  return page?.items.map((one) => viewOf(one, form?.items ?? OPEN, { kind, schemas }));
}

/** What an answer always has and nothing gives a value: an empty list or part. */
function requiredEmpties(form: Form, made: Fields, { scene: { schemas } }: Filling): Fields {
  const missing = (form.required ?? []).filter((name) => made[name] === undefined);
  return Object.fromEntries(
    missing.flatMap((name) => {
      const types = typesOf(formsOf(form.properties?.[name] ?? {}, schemas)[0] ?? {});
      const empty = types.includes('array') ? [] : types.includes('object') ? {} : undefined;
      return empty === undefined ? [] : [[name, fitting(form.properties?.[name] ?? {}, empty, schemas)]];
    }),
  );
}
