/** From the answer of an operation to an outcome: single calls, lists in pages, and what was cut off. Next stop: output/render. */
import type { Card } from '../kernel/card.ts';
import type { Format } from '../kernel/formats.ts';
import { hasMore, pages, recordsOf } from '../client/paging.ts';
import { failureWithin } from '../client/partial.ts';
import type { CallInput } from '../client/request.ts';
import { resolved, type Schemas } from '../schema/reference.ts';
import type { Context, Outcome, Progress } from './command.ts';

/** An operation with the schemas that its file carries. */
export interface Operation {
  readonly card: Card;
  readonly schemas: Schemas;
}

/** Sends one call, or as many as --all and --limit ask for. */
export async function outcomeOf(operation: Operation, input: CallInput, context: Context): Promise<Outcome> {
  const { all, limit } = context.flags;
  if (operation.card.paging !== undefined && (all || limit !== undefined)) return manyPages(operation, input, context);
  const { card } = operation;
  const result = await context.call(card, input);
  const list = isList(card) ? recordsOf(result.body, card)?.field : undefined;
  if (list !== undefined && hasMore(card, input, result.body))
    context.say('More results available: use --all or --limit N.');
  const failure = failureWithin(card, result);
  return {
    result: result.body,
    ...columnsOf(card),
    ...(list !== undefined && { list }),
    ...(failure !== undefined && { failure }),
  };
}

/** Answers of lists are shown as records, everything else as one thing. */
const isList = ({ reads, effect, paging, command }: Card): boolean =>
  (reads === true && effect?.list !== undefined) || paging !== undefined || command.path.at(-1) === 'list';

/** Size and position are ours here; everything else is as it was typed. */
function manyPages(operation: Operation, input: CallInput, context: Context): Outcome {
  const { card } = operation;
  const limit = context.flags.limit ?? Infinity;
  const sized: CallInput = { ...input, query: { ...sizeOf(operation, limit), ...input.query } };
  let last: unknown;
  const stream = async function* (): AsyncGenerator<unknown> {
    const line = readingLine(context);
    let [left, read] = [limit, 0];
    try {
      for await (const page of pages(card, sized, (one, asked) => context.call(one, asked))) {
        last = page.body;
        // An operation with two kinds of answer may give one record where the other kind is a list.
        const records = recordsOf(page.body, card)?.records ?? [page.body];
        yield* records.slice(0, left);
        line?.update(`Reading the list: ${(read += records.length)} so far`);
        left -= records.length;
        if (left > 0) continue;
        if (left < 0 || hasMore(card, page.input, page.body))
          context.say(`More results available: --limit stopped the list at ${limit}.`);
        return;
      }
    } finally {
      line?.stop();
    }
  };
  return {
    stream: stream(),
    whole: (records) => {
      const field = recordsOf(last, card)?.field;
      if (field === undefined) return last;
      return field === '' ? records : { ...(last as object), [field]: records };
    },
    ...columnsOf(card),
  };
}

/** None where the records themselves appear on the terminal while they come. */
function readingLine({ world, flags, progress }: Context): Progress | undefined {
  const { output = 'table', template } = flags;
  const appear = template !== undefined || (STREAMED.includes(output) && flags.jq === undefined);
  return world.io.out.isTTY && appear ? undefined : progress('Reading the list');
}

const STREAMED: readonly Format[] = ['ndjson', 'lines', 'csv', 'tsv'];

/** Pages as large as they may be. Where no bound is known, a size beyond the usual one might be refused. */
function sizeOf({ card, schemas }: Operation, limit: number): Readonly<Record<string, unknown>> {
  const size = card.params.find((param) => param.in === 'query' && param.name === card.paging?.size);
  if (size === undefined) return {};
  const { maximum, default: usual } = resolved(size.schema, schemas);
  if (maximum !== undefined) return { [size.name]: Math.min(limit, maximum) };
  const safe = typeof usual === 'number' ? usual : SAFE_SIZE;
  return limit <= safe ? { [size.name]: limit } : {};
}

/** The least of the page sizes that lists of the API have by default. */
const SAFE_SIZE = 10;

const columnsOf = ({ view }: Card): Pick<Outcome, 'columns'> => (view === undefined ? {} : { columns: view });
