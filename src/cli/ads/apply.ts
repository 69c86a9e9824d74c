/** Applies an ads file for the command line: read, compared, shown, asked about, then sent. Next stop: client/ads/apply.ts. */
import { connectedAccounts, platformsIn } from '../../client/compose.ts';
import { targetsFor } from '../../client/accounts.ts';
import { applyPlan, type Aim } from '../../client/ads/apply.ts';
import { existingCampaigns } from '../../client/ads/existing.ts';
import { NOUNS } from '../../client/ads/fields.ts';
import { adsFileFrom, type AdsFile } from '../../client/ads/file.ts';
import { allSteps, planOf, type Step } from '../../client/ads/plan.ts';
import { counted } from '../../kernel/counted.ts';
import { Failure } from '../../kernel/failure.ts';
import { PLATFORMS } from '../../platforms/platforms.ts';
import type { Context, Outcome } from '../command.ts';
import { targetOrNone } from '../dry-run.ts';
import { planLines } from './plan-text.ts';
import { currencyOf, spendSentence } from './question.ts';

export async function applyAdsFile(name: string, context: Context): Promise<Outcome> {
  const { world, catalog, flags } = context;
  const text = name === '-' ? await world.io.in.text() : await world.files.readText(name);
  const file = adsFileFrom(text, name === '-' ? 'standard input' : name, catalog);
  if (flags.dryRun && (await targetOrNone(context)).key === '') {
    context.say('Without a key, nothing is looked up, so everything appears new.');
    return preview(file, planOf(file, new Map()));
  }
  const aim = await aimFor(file, context);
  const steps = planOf(file, await existingCampaigns(file, aim.accountId, context));
  if (flags.dryRun) return preview(file, steps);
  const due = steps.flatMap(allSteps).filter(({ action }) => action !== 'unchanged');
  if (due.length === 0) return { result: reportOf(file, steps, new Map()), text: 'Everything matches the file.' };
  planLines(steps).forEach((line) => context.say(line));
  await context.confirm(`${sumOf(due)} ${await spendText(due, aim, context)} Apply?`);
  return send({ file, aim, steps, due }, context);
}

/** What the budgets that are new come to; their currency is looked up only for a person who is asked. */
async function spendText(due: readonly Step[], aim: Aim, context: Context): Promise<string> {
  const isNew = ({ action, changes }: Step): boolean =>
    action === 'create' || changes.some(({ field }) => field === 'budgetAmount');
  const sum = (type: string): number =>
    due
      .filter((step) => isNew(step) && step.planned.fields['budgetType'] === type)
      .reduce((all, { planned }) => all + Number(planned.fields['budgetAmount'] ?? 0), 0);
  const budgets = { daily: sum('daily'), whole: sum('lifetime') };
  if (budgets.daily + budgets.whole === 0) return 'Ads spend their budget once the network approves them.';
  const isAsked = context.world.prompt.possible && !context.flags.yes;
  const currency = isAsked ? await currencyOf({ ...aim }, context) : undefined;
  return spendSentence(budgets, currency, 'the ads');
}

async function aimFor({ account, adAccountId }: AdsFile, context: Context): Promise<Aim> {
  const platforms = [...new Set([...platformsIn(context), ...Object.keys(PLATFORMS)])];
  const { profile } = await context.target();
  const looking = { accounts: await connectedAccounts(context), platforms, flag: 'account' };
  const [target] = targetsFor([account], { ...looking, ...(profile !== undefined && { profile }) });
  return { accountId: target?.accountId ?? account, adAccountId };
}

interface Order {
  readonly file: AdsFile;
  readonly aim: Aim;
  readonly steps: readonly Step[];
  /** Steps that create or change something. */
  readonly due: readonly Step[];
}

async function send({ file, aim, steps, due }: Order, context: Context): Promise<Outcome> {
  const { catalog, call, signal } = context;
  const ids = new Map<Step, string>();
  const progress = context.progress(`Applying ${counted(due.length, 'change')}`);
  const done = (step: Step, id: string): void => {
    ids.set(step, id);
    progress.update(`${due.filter((one) => ids.has(one)).length} of ${counted(due.length, 'change')}`);
  };
  try {
    await applyPlan(steps, { catalog, call, signal, aim, done });
  } catch (error) {
    throw error instanceof Failure ? stopped(error, { file, due, ids }) : error;
  } finally {
    progress.stop();
  }
  return { result: reportOf(file, steps, ids), text: `${sumOf(due, { create: 'created', change: 'changed' })}` };
}

interface Stop {
  readonly file: AdsFile;
  readonly due: readonly Step[];
  readonly ids: ReadonlyMap<Step, string>;
}

/** What was refused, and how much was done before it. */
function stopped({ fields, exit }: Failure, { file, due, ids }: Stop): Failure {
  const next = due.find((step) => !ids.has(step));
  const count = due.filter((step) => ids.has(step)).length;
  if (next === undefined) return new Failure(fields, exit);
  const { kind, name, line } = next.planned;
  const place = `${file.name}:${line}: the ${NOUNS[kind]} ${name}`;
  return new Failure(
    {
      ...fields,
      message: `${place}: ${fields.message}`,
      details: { ...(fields.details as object | undefined), done: count, of: due.length },
      hint: `${fields.hint ?? ''} ${count} of ${counted(due.length, 'change')} done; run the same command to continue.`.trim(),
    },
    exit,
  );
}

function preview(file: AdsFile, steps: readonly Step[]): Outcome {
  return { result: { dryRun: true, ...reportOf(file, steps, new Map()) }, text: planLines(steps).join('\n') };
}

function reportOf({ name, account, adAccountId }: AdsFile, steps: readonly Step[], ids: ReadonlyMap<Step, string>) {
  const all = steps.flatMap((step) => rowsOf(step, [], ids));
  const countOf = (action: Step['action']): number => all.filter((one) => one.action === action).length;
  return {
    file: name,
    account,
    adAccountId,
    created: countOf('create'),
    changed: countOf('change'),
    unchanged: countOf('unchanged'),
    objects: all,
  };
}

interface ObjectRow {
  readonly kind: string;
  readonly path: readonly string[];
  readonly action: Step['action'];
  readonly id?: string;
  readonly changes?: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
}

function rowsOf(step: Step, above: readonly string[], ids: ReadonlyMap<Step, string>): readonly ObjectRow[] {
  const { planned, existing, action, changes, parts } = step;
  const path = [...above, planned.name];
  const id = ids.get(step) ?? existing?.id;
  const row: ObjectRow = {
    kind: planned.kind,
    path,
    action,
    ...(id !== undefined && { id }),
    ...(changes.length > 0 && { changes: changes.map(({ field, from, to }) => ({ field, from, to })) }),
  };
  return [row, ...parts.flatMap((part) => rowsOf(part, path, ids))];
}

/** `3 to create, 1 to change.` */
function sumOf(steps: readonly Step[], words = { create: 'to create', change: 'to change' }): string {
  const parts = (['create', 'change'] as const).flatMap((action) => {
    const count = steps.filter((step) => step.action === action).length;
    return count === 0 ? [] : [`${count.toLocaleString('en-US')} ${words[action]}`];
  });
  return `${parts.join(', ')}.`;
}
