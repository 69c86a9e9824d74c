/** Runs an import of contacts for the command line: judged as a whole, added in groups under a journal, then given their custom fields. The work is done in client/bulk. */
import { join } from 'node:path';
import { connectedAccounts, platformsIn } from '../../client/compose.ts';
import { profileOf, targetsFor } from '../../client/accounts.ts';
import { contactRows, customFieldsIn, type ContactRows, type ContactRules } from '../../client/bulk/contact-rows.ts';
import {
  addedAfterAll,
  contactStanding,
  GROUPS_AT_ONCE,
  sendContacts,
  type ContactStanding,
  type GroupDesk,
  type RowError,
} from '../../client/bulk/contact-send.ts';
import type { ContactPlace } from '../../client/bulk/contact-match.ts';
import { storeValues } from '../../client/bulk/contact-values.ts';
import { digest } from '../../client/bulk/fingerprint.ts';
import type { BulkForm } from '../../client/bulk/forms.ts';
import { NO_HISTORY, readJournal, type History } from '../../client/bulk/journal.ts';
import { openJournal, shortenJournal, type Journal } from '../../client/bulk/journal-writer.ts';
import { faultyBatch, targetMark } from '../../client/bulk/prepare.ts';
import { readBatch, type Batch } from '../../client/bulk/read.ts';
import type { Target } from '../../client/target.ts';
import { Failure, failure } from '../../kernel/failure.ts';
import type { DateOrder } from '../../kernel/formats.ts';
import { textOf } from '../../kernel/json.ts';
import { PLATFORMS } from '../../platforms/platforms.ts';
import { resolved } from '../../schema/reference.ts';
import type { Context, Outcome } from '../command.ts';
import { targetOrNone } from '../dry-run.ts';
import { outcomeOf, previewed, standingWords, stopFailure } from './contact-words.ts';
import { pacedCall } from './paced-call.ts';
import { importProgress } from './progress.ts';
import type { Tally } from './words.ts';

export interface ContactOrder {
  readonly names: readonly string[];
  readonly form: BulkForm | undefined;
  /** `Column=field`, as typed. */
  readonly map: readonly string[] | undefined;
  /** How dates in figures are read; undefined refuses those that read two ways. */
  readonly dateOrder: DateOrder | undefined;
  readonly decimalComma: boolean;
  /** Account through which all are reached, as a person calls it. */
  readonly account: string | undefined;
  readonly profile: string | undefined;
  readonly skipInvalid: boolean;
  /** Sends all rows, although an earlier run was stopped. */
  readonly again: boolean;
}

export async function importContacts(order: ContactOrder, context: Context): Promise<Outcome> {
  const batch = await readBatch(order.names, order, context.world);
  const total = batch.rows.length + batch.faults.length;
  if (total === 0) throw failure('usage', { message: `There are no rows in ${order.names.join(', ')}.` });
  const { dryRun } = context.flags;
  const target = dryRun ? await targetOrNone(context) : await context.target();
  if (target.key === '') context.say('Without a key, the account and the custom fields are not looked up.');
  const place = target.key === '' ? undefined : await placeFor(order, context);
  const rows = contactRows(batch.rows, await rulesFor(order, place, context));
  const faulty = [...batch.faults, ...rows.faulty];
  if (faulty.length > 0 && !order.skipInvalid) throw faultyBatch(faulty, total);
  const path = journalPath(batch, { place, target }, context);
  const history = order.again ? NO_HISTORY : await readJournal(path, context.world.files);
  const standing = contactStanding(rows.contacts, history);
  const words = standingWords(standing, history);
  if (words !== undefined) context.say(words);
  if (dryRun || place === undefined) return previewed({ standing, doubles: rows.doubles, faulty, total });
  return send({ rows: { ...rows, faulty }, standing, history, path, total }, { place, target }, context);
}

/** The profile that is set, else that of the account. @throws Failure `usage` without either, or for an account that does not exist */
async function placeFor({ account, profile }: ContactOrder, context: Context): Promise<ContactPlace> {
  const profileId = profile ?? (await context.target()).profile;
  if (account === undefined) return { profileId: profileId ?? noProfile() };
  const platforms = [...new Set([...platformsIn(context), ...Object.keys(PLATFORMS)])];
  const accounts = await connectedAccounts(context);
  const looking = { accounts, platforms, flag: '--account', ...(profileId !== undefined && { profile: profileId }) };
  const [target] = targetsFor([account], looking);
  const own = accounts.find(({ _id }) => _id === target?.accountId);
  return {
    profileId: profileId ?? textOf(own && profileOf(own)) ?? noProfile(),
    ...(target && { account: target }),
  };
}

function noProfile(): never {
  throw failure('usage', {
    message: 'Contacts belong to a profile, and none is set.',
    param: '--profile',
    hint: 'Set it with --profile, or for every command with `svc config set profile ID`; `svc profiles list` has the ids.',
  });
}

async function rulesFor(
  { account, dateOrder, decimalComma }: ContactOrder,
  place: ContactPlace | undefined,
  context: Context,
): Promise<ContactRules> {
  const { card, schemas } = context.catalog.command('bulkCreateContacts');
  const entries = resolved(card.body?.schema ?? {}, schemas).properties?.['contacts'] ?? {};
  return {
    schema: resolved(entries, schemas).items ?? {},
    schemas,
    platform: place?.account?.platform,
    hasAccount: account !== undefined,
    fields: place && (await fieldsOf(place, context)),
    dateOrder: dateOrder ?? (await context.dateOrder()),
    decimalComma,
  };
}

async function fieldsOf({ profileId }: ContactPlace, { catalog, call }: Context) {
  const { body } = await call(catalog.card('listCustomFields'), { path: {}, query: { profileId }, headers: {} });
  return customFieldsIn(body);
}

/** `P` is undefined without a key, which nothing can be looked up with. */
interface Aim<P = ContactPlace> {
  readonly place: P;
  readonly target: Target;
}

/** The same files for another profile, account or key are another import. */
function journalPath({ sources }: Batch, { place, target }: Aim<ContactPlace | undefined>, { world }: Context): string {
  const name = digest(
    JSON.stringify([targetMark(target), 'contacts', place?.profileId, place?.account?.accountId, ...sources]),
  );
  return join(world.settings.place('imports'), `${name}.ndjson`);
}

interface Plan {
  readonly rows: ContactRows;
  readonly standing: ContactStanding;
  readonly history: History;
  readonly path: string;
  readonly total: number;
}

async function send(plan: Plan, { place, target }: Aim, context: Context): Promise<Outcome> {
  const { rows, standing } = plan;
  const progress = importProgress(context);
  const waiting = (seconds: number): void => progress.waiting(seconds);
  const journal = await openJournalFor(plan, target, context);
  const tally: Tally = { total: rows.contacts.length, made: 0, already: standing.added.length, failed: 0 };
  const sums = { created: 0, existing: 0 };
  const errors: RowError[] = rows.faulty.flatMap(({ place: at, problems }) =>
    problems.map(({ message }) => ({ place: at, message })),
  );
  const { world, catalog, signal } = context;
  const call = pacedCall({ target, concurrency: GROUPS_AT_ONCE, waiting }, context);
  const desk: GroupDesk = {
    world,
    catalog,
    journal,
    signal,
    call,
    heard({ created, existing, errors: refused }) {
      sums.created += created;
      sums.existing += existing;
      tally.made += created + existing;
      tally.failed += refused.length;
      progress.show(tally);
    },
  };
  try {
    const added = await addedAfterAll(standing.open, place, desk);
    tally.already += added.size;
    const left = [...standing.open.filter((one) => !added.has(one)), ...standing.fresh];
    const sending = sendContacts(left, place, desk);
    for await (const { errors: refused } of sending.results) errors.push(...refused);
    const stopped = sending.stoppedBy();
    if (stopped !== undefined) throw stopped;
    errors.push(...(await storeValues(rows.contacts, place, desk)));
  } catch (error) {
    await closeJournal(journal, true, context);
    throw error instanceof Failure ? stopFailure(error, tally, plan.path) : error;
  } finally {
    progress.stop();
  }
  await closeJournal(journal, errors.length > 0, context);
  const {
    total,
    rows: { doubles },
  } = plan;
  return outcomeOf({ rows: total, ...sums, already: tally.already, doubles, errors });
}

async function openJournalFor({ path, history, standing }: Plan, target: Target, { world }: Context): Promise<Journal> {
  const idents = [...standing.added, ...standing.open, ...standing.fresh].map(({ ident }) => ident);
  return openJournal({ path, history, idents, target: targetMark(target), serviceAt: world.clock.now() }, world);
}

/** An import that came to its end in full leaves no journal: the next one asks the service about every row. */
async function closeJournal(journal: Journal, isKept: boolean, { world }: Context): Promise<void> {
  await journal.write({ type: 'end', at: world.clock.now() });
  await journal.close();
  await (isKept ? shortenJournal(journal.path, world.files) : world.files.remove(journal.path));
}
