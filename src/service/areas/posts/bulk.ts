/** POST /v1/posts/bulk-upload: one post a CSV row, each decided like a single create, with a result a row. */
import type { Call, Reply } from '../../call.ts';
import { refuse } from '../../refuse.ts';
import type { Desk, Handler } from '../../desk.ts';
import { commitSteps, type Steps, type View } from '../../change.ts';
import { problemsOf } from '../../../schema/problems.ts';
import { readAccount } from './account.ts';
import { isRefused } from './changes.ts';
import { pauses } from '../../turns.ts';
import { bodyOf, readRows, type Row } from './csv.ts';
import { createIn } from './create.ts';
import type { Asking } from './decide/decide-create.ts';
import type { PostBody } from './decide/request.ts';
import { instantOf } from '../../../kernel/instant.ts';
import { paymentProblem } from './retry.ts';
import type { Plan } from '../../limits/plan.ts';

interface Result {
  /** Row of the file below the heading line, from 1. */
  readonly rowIndex: number;
  readonly ok: boolean;
  readonly createdPostId?: string;
  readonly errors: readonly string[];
}

interface LimitedAccount {
  readonly accountId: string;
  readonly platform: string;
  readonly username: string;
  readonly rateLimitedUntil: string;
}

/** What one row came to, and the account that was full, if that was why. */
interface Outcome {
  readonly result: Result;
  readonly limited?: LimitedAccount;
}

/** Source: POST-61, POST-62, control surface ("Bulk upload CSV columns") */
export const bulkUploadPosts: Handler = async (call, desk) => {
  const unpaid = await paymentProblem(desk, call.caller.teamId);
  if (unpaid !== undefined) return unpaid;
  const file = call.files.find(({ field }) => field === 'file') ?? call.files[0];
  if (file === undefined) return refuse('missing_required_field', { param: 'file', message: 'The file is missing.' });
  const pause = pauses(desk.turns);
  const rows = await readRows(file.bytes, pause);
  if (typeof rows === 'string') return refuse('invalid_field_value', { param: 'file', message: rows });
  const plan = await desk.plan.of(call.caller.teamId);
  const outcomes = await commitSteps(desk, [`team/${call.caller.teamId}`], async function* (view) {
    const all: Outcome[] = [];
    for (const [index, row] of rows.rows.entries()) {
      all.push(yield* upload(view, desk, { call, plan, row, rowIndex: index + 1 }));
      await pause();
    }
    return all;
  });
  return reply(outcomes, rows.unknown);
};

interface RowUpload {
  readonly call: Call;
  readonly plan: Plan;
  readonly row: Row;
  readonly rowIndex: number;
}

/** A row sees the slots and caps that the rows before it took. */
async function* upload(view: View, desk: Desk, { call, plan, row, rowIndex }: RowUpload): Steps<Outcome> {
  const body = bodyOf(row);
  const errors = Array.isArray(body) ? body : problemSentences(desk, body);
  if (Array.isArray(body) || errors.length > 0) return { result: { rowIndex, ok: false, errors } };
  const asking: Asking = { caller: call.caller, requestId: call.requestId, plan, body };
  const decided = await createIn(view, desk, asking);
  if (isRefused(decided)) return refusedRow(view, desk, { rowIndex, refused: decided.refused });
  if (call.query['dryRun'] === true) return { result: { rowIndex, ok: true, errors: [] } };
  const due = decided.changes.due.map(({ leaseMs: _lease, ...job }) => job);
  yield { ...decided.changes, due };
  return { result: { rowIndex, ok: true, createdPostId: decided.post.id, errors: [] } };
}

/** The row as the contract of a single create sees it. */
function problemSentences(desk: Desk, body: PostBody): string[] {
  const schema = desk.catalog.card('createPost').body?.schema;
  const { schemas } = desk.catalog.file('posts');
  return schema === undefined ? [] : problemsOf(schema, body, schemas).map(({ sentence }) => `${sentence}.`);
}

async function refusedRow(
  view: View,
  desk: Desk,
  { rowIndex, refused }: { readonly rowIndex: number; readonly refused: Reply },
): Promise<Outcome> {
  const { error, details } = refused.body as { error: string; details?: Readonly<Record<string, unknown>> };
  const result = { rowIndex, ok: false, errors: [error] };
  if (refused.status !== 429) return { result };
  const account = await readAccount(view, String(details?.['accountId']));
  if (account === undefined) return { result };
  const { id: accountId, platform, username } = account;
  const rateLimitedUntil = instantOf(desk.clock.now() + Number(details?.['retryAfterSeconds']) * 1000);
  return { result, limited: { accountId, platform, username, rateLimitedUntil } };
}

function reply(outcomes: readonly Outcome[], unknown: readonly string[]): Reply {
  const results = outcomes.map(({ result }) => result);
  const valid = results.filter(({ ok }) => ok).length;
  const limited = new Map(outcomes.flatMap(({ limited: one }) => (one === undefined ? [] : [[one.accountId, one]])));
  return {
    status: valid === results.length ? 200 : 207,
    body: {
      total: results.length,
      valid,
      invalid: results.length - valid,
      results,
      warnings: unknown.map((column) => `The column ${column} is unknown and was ignored.`),
      rateLimitedAccounts: [...limited.values()],
    },
  };
}
