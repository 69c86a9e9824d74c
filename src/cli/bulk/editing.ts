/** `svc posts update --where` and `--undo`: finds the posts, shows the difference, asks, and edits them under a journal. The work is done in client/edit. */
import { join } from 'node:path';
import { digest } from '../../client/bulk/fingerprint.ts';
import { readJournal, type History } from '../../client/bulk/journal.ts';
import { openJournal, type Journal } from '../../client/bulk/journal-writer.ts';
import { NO_HISTORY } from '../../client/bulk/journal.ts';
import { targetMark } from '../../client/bulk/prepare.ts';
import {
  changeOf,
  EDITABLE,
  refuseSteering,
  sendableOf,
  type Edit,
  type PostChange,
} from '../../client/edit/change.ts';
import { isAmiss, sendEdits, type EditResult } from '../../client/edit/send.ts';
import { conditionsFrom, matcherOf, queryOf } from '../../client/edit/where.ts';
import type { Target } from '../../client/target.ts';
import { counted } from '../../kernel/counted.ts';
import { Failure, failure } from '../../kernel/failure.ts';
import type { Fields } from '../../kernel/json.ts';
import { resolved } from '../../schema/reference.ts';
import { assigned } from '../assign.ts';
import type { Context, Outcome } from '../command.ts';
import { readPosts } from '../read-posts.ts';
import { changeText, differenceText, resultLine } from './edit-words.ts';
import { importProgress } from './progress.ts';
import { pacedCall } from './paced-call.ts';

export interface EditOrder {
  readonly where: readonly string[];
  /** Fields that every post gets. */
  readonly body: Fields;
  /** --set as it was typed. */
  readonly sets: readonly string[];
  readonly replace: readonly string[];
  /** Looks anew, although an earlier run of the same edit was stopped. */
  readonly again: boolean;
  /** Changes what no undo could restore, too. */
  readonly irreversible: boolean;
}

const CONCURRENCY = 4;

/** What is about to be done, and where it is written down. */
interface Plan {
  readonly changes: readonly PostChange[];
  readonly path: string;
  readonly history: History;
  readonly isUndo: boolean;
}

export async function editPosts(order: EditOrder, context: Context): Promise<Outcome> {
  refuseUnasked(context);
  const edit = editFrom(order, context);
  const target = await context.target();
  const { world, flags } = context;
  const name = digest(JSON.stringify([targetMark(target), order.where, order.body, order.sets, order.replace]));
  const stopped = order.again ? undefined : await stoppedEdit(name, context);
  if (stopped !== undefined) {
    context.say(
      `${counted(stopped.changes.length, 'post')} of an edit that was stopped ${stopped.changes.length === 1 ? 'is' : 'are'} left; --again looks for posts anew.`,
    );
    return flags.dryRun ? previewed(stopped.changes) : startEdit(stopped, target, context);
  }
  const changes = await changesFor(order, edit, context);
  if (flags.dryRun) return previewed(changes);
  if (changes.length === 0) return { stream: none(), line: resultLine };
  const stamp = new Date(world.clock.now()).toISOString().replace(/\D/g, '').slice(0, 17);
  const path = join(world.settings.place('edits'), `${stamp}-${name}.ndjson`);
  return startEdit({ changes, path, history: NO_HISTORY, isUndo: false }, target, context);
}

/** @param path of the journal of an edit */
export async function undoEdit(path: string, context: Context): Promise<Outcome> {
  refuseUnasked(context);
  const { world, flags } = context;
  const target = await context.target();
  if (!world.files.exists(path)) throw noJournal(path);
  const history = await readJournal(path, world.files, '--undo');
  if (history.edits.size === 0) throw noJournal(path);
  if (history.begin?.target !== targetMark(target))
    throw failure('usage', {
      message: `${path} belongs to an edit with another key or at another service.`,
      param: '--undo',
    });
  const changes = [...history.edits.values()].filter(({ postId }) => history.entries.get(postId)?.state !== 'undone');
  if (flags.dryRun) return previewed(changes.map(turned));
  return startEdit({ changes, path, history, isUndo: true }, target, context);
}

const noJournal = (path: string): Failure =>
  failure('usage', { message: `${path} is not the journal of an edit.`, param: '--undo' });

const turned = (change: PostChange): PostChange => ({ ...change, before: change.after, after: change.before });

async function* none(): AsyncGenerator<EditResult> {
  // There is nothing to do, and nothing to say.
}

/** Without a terminal the answer has to be there before anything is asked of the service. */
function refuseUnasked({ flags, world }: Context): void {
  if (flags.yes || flags.dryRun || (flags.input && world.prompt.possible)) return;
  throw failure('confirmation', {
    message: 'A bulk edit needs confirmation, and there is no terminal to prompt on.',
    hint: '--dry-run shows the difference; --yes goes ahead.',
  });
}

function editFrom({ body, sets, replace }: EditOrder, { catalog }: Context): Edit {
  const { card, schemas } = catalog.command('updatePost');
  const schema = card.body?.schema ?? {};
  refuseSteering(body);
  const named = new Set(sets.map((text) => /^[^.[=]*/.exec(text)?.[0]));
  const plain = Object.fromEntries(Object.entries(body).filter(([name]) => !named.has(name)));
  const replacements = replace.map(replacementFrom);
  if (Object.keys(plain).length + sets.length + replacements.length === 0)
    throw failure('usage', {
      message: 'There is nothing to change: --where says which posts, not what becomes of them.',
      param: '--where',
      hint: "Say what: --replace 'old.example=new.example', --set 'tags[]=spring' or a flag such as --title.",
    });
  return {
    body: plain,
    replacements,
    assign: (fields) =>
      sets.reduce<Fields>((now, text) => assigned(now, { text, flag: '--set' }, schema, schemas) as Fields, fields),
  };
}

/** The first `=` divides; one that belongs to the text is written `\=`. */
function replacementFrom(text: string): Edit['replacements'][number] {
  const at = /(?<!\\)=/.exec(text)?.index ?? -1;
  if (at < 1)
    throw failure('usage', {
      message: `--replace ${JSON.stringify(text)} should read OLD=NEW, such as old.example=new.example.`,
      param: '--replace',
    });
  const plain = (part: string): string => part.replaceAll('\\=', '=');
  return { from: plain(text.slice(0, at)), to: plain(text.slice(at + 1)) };
}

/** The newest journal of the same edit, when something of it is left. */
async function stoppedEdit(name: string, { world: { files, settings } }: Context): Promise<Plan | undefined> {
  const folder = settings.place('edits');
  if (!files.isFolder(folder)) return undefined;
  const newest = (await files.namesIn(folder)).filter((one) => one.endsWith(`-${name}.ndjson`)).at(-1);
  if (newest === undefined) return undefined;
  const path = join(folder, newest);
  const history = await readJournal(path, files);
  // Nothing was sent as long as not every change is written down.
  if (history.edits.size < history.planned.size || history.planned.size === 0) return undefined;
  const states = [...history.entries.values()].map(({ state }) => state);
  const changes = [...history.edits.values()].filter(({ postId }) => history.entries.get(postId)?.state !== 'made');
  return states.includes('undone') || changes.length === 0 ? undefined : { changes, path, history, isUndo: false };
}

async function changesFor(order: EditOrder, edit: Edit, context: Context): Promise<readonly PostChange[]> {
  const { catalog } = context;
  const { card, schemas } = catalog.command('updatePost');
  const sendable = sendableOf(card.body?.schema ?? {}, schemas);
  const conditions = conditionsFrom(order.where, choicesOf(context));
  const matches = matcherOf(conditions, await context.zone());
  const changes: PostChange[] = [];
  const past = new Map<string, number>();
  let same = 0;
  for await (const post of readPosts({ sortBy: 'created-asc', ...queryOf(conditions) }, context)) {
    if (!matches(post)) continue;
    const status = String(post['status']);
    if (!EDITABLE.includes(status)) past.set(status, (past.get(status) ?? 0) + 1);
    else {
      const change = changeOf(post, edit, sendable);
      if (change === undefined) same += 1;
      else changes.push(change);
    }
  }
  sayFound({ changes: changes.length, same, past }, context);
  if (!order.irreversible) refuseLost(changes);
  return changes;
}

interface Found {
  readonly changes: number;
  readonly same: number;
  readonly past: ReadonlyMap<string, number>;
}

function sayFound({ changes, same, past }: Found, { say }: Context): void {
  const left = [...past].map(([status, count]) => `${count} ${status}`).join(', ');
  if (left !== '') say(`Left out, because the API no longer lets them be changed: ${left}.`);
  if (same > 0)
    say(
      `${counted(same, 'post')} ${same === 1 ? 'fits' : 'fit'} and would stay as ${same === 1 ? 'it is' : 'they are'}.`,
    );
  if (changes === 0) say('There is nothing to change.');
}

/** The values that the list knows. */
function choicesOf({ catalog }: Context): Readonly<Record<string, readonly string[]>> {
  const { card, schemas } = catalog.command('listPosts');
  return Object.fromEntries(
    card.params.flatMap(({ name, schema }) => {
      const { enum: words } = resolved(schema, schemas);
      return words === undefined ? [] : [[name, words.map(String)]];
    }),
  );
}

function refuseLost(changes: readonly PostChange[]): void {
  const lost = changes.filter((change) => change.lost.length > 0);
  const [first] = lost;
  if (first === undefined) return;
  const names = [...new Set(lost.flatMap((change) => change.lost))].join(', ');
  throw failure('usage', {
    message: `${counted(lost.length, 'post')} of ${changes.length} ${lost.length === 1 ? 'has' : 'have'} no ${names} yet, and the API cannot take ${names.includes(',') ? 'them' : 'it'} away again: no undo could restore ${lost.length === 1 ? 'it' : 'them'}. Nothing was changed.`,
    details: { posts: lost.map(({ postId }) => postId) },
    hint: '--irreversible changes them all the same.',
  });
}

/** The difference, and nothing sent. */
const previewed = (changes: readonly PostChange[]): Outcome => ({
  result: {
    dryRun: true,
    posts: changes.map(({ postId, status, before, after }) => ({ postId, status, before, after })),
  },
  text: `${changes.length === 0 ? '' : `${changes.map(changeText).join('\n')}\n\n`}${counted(changes.length, 'post')} would change; nothing was sent.`,
});

interface Tally {
  readonly total: number;
  made: number;
  readonly already: number;
  failed: number;
}

/** Filled when the stream has come to its end. */
interface End {
  failure?: Failure;
}

async function startEdit(plan: Plan, target: Target, context: Context): Promise<Outcome> {
  const { changes, isUndo } = plan;
  const { world, flags } = context;
  if (changes.length > 0 && !flags.yes)
    for (const line of differenceText(isUndo ? changes.map(turned) : changes)) context.say(line);
  const what = counted(changes.length, 'post');
  if (changes.length > 0) await context.confirm(isUndo ? `Undo the edit of ${what}?` : `Change ${what}?`);
  const journal = await openJournalFor(plan, target, context);
  const progress = importProgress(context);
  const tally: Tally = { total: changes.length, made: 0, already: 0, failed: 0 };
  const editing = sendEdits(changes, {
    world,
    catalog: context.catalog,
    journal,
    concurrency: CONCURRENCY,
    signal: context.signal,
    isUndo,
    call: pacedCall({ target, concurrency: CONCURRENCY, waiting: (seconds) => progress.waiting(seconds) }, context),
    heard(result) {
      if (isAmiss(result)) tally.failed += 1;
      else tally.made += 1;
      progress.show(tally);
    },
  });
  const end: End = {};
  const stream = async function* (): AsyncGenerator<EditResult> {
    try {
      yield* editing.results;
    } finally {
      progress.stop();
      await journal.write({ type: 'end', at: world.clock.now() });
      await journal.close();
      Object.assign(end, endOf(editing.stoppedBy(), { plan, tally, context }));
    }
  };
  return {
    stream: stream(),
    line: resultLine,
    columns: ['postId', 'result', 'fields', 'error.message'],
    get failure() {
      return end.failure;
    },
  };
}

/** Every change is on the disk before the first one is sent. */
async function openJournalFor(
  { changes, path, history, isUndo }: Plan,
  target: Target,
  { world }: Context,
): Promise<Journal> {
  const idents = changes.map(({ postId }) => postId);
  const nowMs = world.clock.now();
  const journal = await openJournal({ path, history, idents, target: targetMark(target), serviceAt: nowMs }, world);
  if (history.edits.size === 0 && !isUndo)
    await Promise.all(changes.map((change) => journal.write({ type: 'edit', at: nowMs, row: change.postId, change })));
  return journal;
}

interface Ending {
  readonly plan: Plan;
  readonly tally: Tally;
  readonly context: Context;
}

function endOf(stopped: Failure | undefined, { plan, tally, context }: Ending): End {
  const { path, isUndo } = plan;
  const { made, failed, total } = tally;
  context.say(
    `${counted(total, 'post')}: ${made} ${isUndo ? 'restored' : 'changed'}${failed > 0 ? `, ${failed} not` : ''}.` +
      (isUndo || made === 0 ? '' : ` Undo with \`svc posts update --undo ${path}\`.`),
  );
  const details = { total, made, failed, journal: path };
  const hint = 'Run the same command again to continue with the rest.';
  if (stopped !== undefined) {
    const message = `${stopped.fields.message} ${made + failed} of ${counted(total, 'post')} had come to an end.`;
    return { failure: new Failure({ ...stopped.fields, message, details, hint }, stopped.exit, stopped) };
  }
  if (failed === 0) return {};
  const message = `${failed} of ${counted(total, 'post')} could not be ${isUndo ? 'restored' : 'changed'}.`;
  return { failure: failure('partial', { message, details, hint }) };
}
