/** Runs an import of contacts for the command line: judged as a whole, added in groups, then given their custom fields. Running it again goes on. */
import { connectedAccounts, platformsIn } from '../../client/compose.ts';
import { targetsFor, type PostTarget } from '../../client/accounts.ts';
import { contactRows, customFieldsIn, type ContactRow, type ContactRows } from '../../client/bulk/contact-rows.ts';
import { storeValues } from '../../client/bulk/contact-values.ts';
import type { BulkForm } from '../../client/bulk/forms.ts';
import { faultyBatch } from '../../client/bulk/prepare.ts';
import { readBatch } from '../../client/bulk/read.ts';
import type { FaultyRow } from '../../client/bulk/row.ts';
import { PLATFORMS } from '../../platforms/platforms.ts';
import { counted } from '../../kernel/counted.ts';
import { Failure, failure } from '../../kernel/failure.ts';
import { isFields, textsIn, type Fields } from '../../kernel/json.ts';
import type { Context, Outcome } from '../command.ts';
import { targetOrNone } from '../dry-run.ts';
import { importProgress } from './progress.ts';
import type { Tally } from './words.ts';

export interface ContactOrder {
  readonly names: readonly string[];
  readonly form: BulkForm | undefined;
  /** Account through which all are reached, as a person calls it. */
  readonly account: string | undefined;
  readonly profile: string | undefined;
  readonly skipInvalid: boolean;
}

/** Contacts of one call: few enough for a short answer, many enough for speed. */
const AT_ONCE = 500;

interface Aim {
  readonly profileId: string;
  readonly target: PostTarget | undefined;
}

export async function importContacts(order: ContactOrder, context: Context): Promise<Outcome> {
  const batch = await readBatch(order.names, order.form, context.world);
  if (batch.rows.length + batch.faults.length === 0)
    throw failure('usage', { message: `There are no rows in ${order.names.join(', ')}.` });
  const hasKey = (context.flags.dryRun ? await targetOrNone(context) : await context.target()).key !== '';
  if (!hasKey) context.say('Without a key, the account and the custom fields are not looked up.');
  const aim = hasKey ? await aimFor(order, context) : undefined;
  const fields = aim && (await fieldsOf(aim, context));
  const rows = contactRows(batch.rows, fields);
  const faulty = [...batch.faults, ...rows.faulty, ...unreachable(rows.contacts, order)];
  const total = batch.rows.length + batch.faults.length;
  if (faulty.length > 0 && !order.skipInvalid) throw faultyBatch(faulty, total);
  const bad = new Set(faulty.map(({ number }) => number));
  const contacts = rows.contacts.filter(({ row }) => !bad.has(row.number));
  if (context.flags.dryRun || aim === undefined) return preview({ ...rows, contacts, faulty }, total);
  return send({ ...rows, contacts, faulty }, { aim, total }, context);
}

/** @throws Failure `usage` without a profile, or for an account that is not there */
async function aimFor({ account, profile }: ContactOrder, context: Context): Promise<Aim> {
  const profileId = profile ?? (await context.target()).profile;
  if (profileId === undefined)
    throw failure('usage', {
      message: 'Contacts belong to a profile.',
      param: '--profile',
      hint: 'Set it with --profile; `svc profiles list` lists them.',
    });
  if (account === undefined) return { profileId, target: undefined };
  const platforms = [...new Set([...platformsIn(context), ...Object.keys(PLATFORMS)])];
  const looking = { accounts: await connectedAccounts(context), platforms, profile: profileId, flag: '--account' };
  const [target] = targetsFor([account], looking);
  return { profileId, target };
}

async function fieldsOf({ profileId }: Aim, { catalog, call }: Context) {
  const { body } = await call(catalog.card('listCustomFields'), { path: {}, query: { profileId }, headers: {} });
  return customFieldsIn(body);
}

/** An identifier without an account reaches nobody. */
function unreachable(contacts: readonly ContactRow[], { account }: ContactOrder): readonly FaultyRow[] {
  if (account !== undefined) return [];
  const message = 'An identifier needs an account; set it with --account.';
  return contacts
    .filter(({ entry }) => entry['platformIdentifier'] !== undefined)
    .map(({ row: { place, file, line, number } }) => ({
      place,
      file,
      number,
      ...(line !== undefined && { line }),
      problems: [{ param: 'platformIdentifier', message }],
    }));
}

function preview({ contacts, doubles, faulty }: ContactRows, rows: number): Outcome {
  const result = { dryRun: true, rows, send: contacts.length, doubles: doubles.length, invalid: faulty.length };
  const twice = doubles.length === 0 ? '' : `; ${counted(doubles.length, 'row')} are duplicates`;
  return { result, text: `${counted(contacts.length, 'contact')} would be sent from ${counted(rows, 'row')}${twice}.` };
}

interface Sending {
  readonly aim: Aim;
  readonly total: number;
}

/** Each row that did not become a contact. */
interface RowError {
  readonly place: string;
  readonly message: string;
}

async function send({ contacts, doubles, faulty }: ContactRows, { aim, total }: Sending, context: Context) {
  const progress = importProgress(context);
  const tally: Tally = { total: contacts.length, made: 0, already: 0, failed: 0 };
  const errors: RowError[] = faulty.flatMap(({ place, problems }) =>
    problems.map(({ message }) => ({ place, message })),
  );
  try {
    for (let from = 0; from < contacts.length; from += AT_ONCE) {
      context.signal.throwIfAborted();
      const group = contacts.slice(from, from + AT_ONCE);
      const answer = await addGroup(group, aim, context);
      tally.made += answer.created;
      tally.already += answer.skipped;
      tally.failed += answer.errors.length;
      errors.push(...answer.errors);
      progress.show(tally);
    }
    const refusals = await storeValues(contacts, { ...aim, accountId: aim.target?.accountId }, context);
    errors.push(...refusals);
  } catch (error) {
    throw error instanceof Failure ? stopFailure(error, tally) : error;
  } finally {
    progress.stop();
  }
  return outcomeOf({ rows: total, created: tally.made, existing: tally.already, doubles, errors });
}

async function addGroup(group: readonly ContactRow[], { profileId, target }: Aim, { catalog, call }: Context) {
  const body = { profileId, ...target, contacts: group.map(({ entry }) => entry) };
  const answer = await call(catalog.card('bulkCreateContacts'), { path: {}, query: {}, headers: {}, body });
  const { created, skipped, errors } = isFields(answer.body) ? answer.body : ({} as Fields);
  return {
    created: Number(created ?? 0),
    skipped: Number(skipped ?? 0),
    errors: textsIn(errors).map((text) => errorOf(text, group)),
  };
}

/** The service names an entry by its position in the call. */
function errorOf(text: string, group: readonly ContactRow[]): RowError {
  const [, at, message] = /^contacts\[(\d+)\]:\s*(.*)$/s.exec(text) ?? [];
  const row = at === undefined ? undefined : group[Number(at)]?.row;
  return { place: row?.place ?? group[0]?.row.place ?? '', message: row === undefined ? text : (message ?? text) };
}

function stopFailure({ fields, exit }: Failure, { total, made, already, failed }: Tally): Failure {
  const message = `${fields.message} ${(made + already + failed).toLocaleString('en-US')} of ${counted(total, 'contact')} had been sent.`;
  const hint = 'Run the same command again: existing contacts are not added twice.';
  return new Failure({ ...fields, message, details: { total, created: made, existing: already, failed }, hint }, exit);
}

interface Imported {
  readonly rows: number;
  readonly created: number;
  readonly existing: number;
  readonly doubles: ContactRows['doubles'];
  readonly errors: readonly RowError[];
}

function outcomeOf(result: Imported): Outcome {
  const { rows, created, existing, doubles, errors } = result;
  const parts = [
    `${created.toLocaleString('en-US')} created`,
    ...(existing > 0 ? [`${existing.toLocaleString('en-US')} already existed`] : []),
    ...(doubles.length > 0 ? [`${doubles.length.toLocaleString('en-US')} duplicates in the file`] : []),
    ...(errors.length > 0 ? [`${errors.length.toLocaleString('en-US')} failed`] : []),
  ];
  const text = [
    `${counted(rows, 'row')}: ${parts.join(', ')}.`,
    ...doubles.map(({ place, of }) => `${place}: the same contact as ${of}.`),
    ...errors.map(({ place, message }) => `${place}: ${message}`),
  ].join('\n');
  if (errors.length === 0) return { result, text };
  const message = `${errors.length.toLocaleString('en-US')} of ${counted(rows, 'row')} failed.`;
  return { result, text, failure: failure('partial', { message, hint: 'Fix them and run the same command again.' }) };
}
