/** From the answer of an operation to an outcome: single calls, lists in pages, and what was cut off. Next stop: output/render. */
import type { Card, Schema } from '../kernel/card.ts';
import { hasMore, pages, recordsOf } from '../client/paging.ts';
import { failureWithin } from '../client/partial.ts';
import type { CallInput } from '../client/request.ts';
import { resolved, type Schemas } from '../schema/reference.ts';
import type { Context, Outcome } from './command.ts';

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
  const list = listField(operation, result.body);
  if (list !== undefined && hasMore(card, input, result.body))
    context.say('More follow: --all reads them all, --limit N so many.');
  const failure = failureWithin(card, result);
  return {
    result: result.body,
    ...columnsOf(card),
    ...(list !== undefined && { list }),
    ...(failure !== undefined && { failure }),
  };
}

/** Size and position are ours here; everything else is as it was typed. */
function manyPages(operation: Operation, input: CallInput, context: Context): Outcome {
  const { card, schemas } = operation;
  const limit = context.flags.limit ?? Infinity;
  const sized: CallInput = { ...input, query: { ...sizeOf(operation, limit), ...input.query } };
  const schema = answerSchema(card, schemas);
  let last: unknown;
  const stream = async function* (): AsyncGenerator<unknown> {
    let left = limit;
    for await (const page of pages(card, sized, (one, asked) => context.call(one, asked))) {
      last = page.body;
      const records = recordsOf(page.body, schema)?.records ?? [];
      yield* records.slice(0, left);
      left -= records.length;
      if (left <= 0) return;
    }
  };
  return {
    stream: stream(),
    whole: (records) => {
      const field = recordsOf(last, schema)?.field ?? '';
      return field === '' ? records : { ...(last as object), [field]: records };
    },
    ...columnsOf(card),
  };
}

function sizeOf({ card, schemas }: Operation, limit: number): Readonly<Record<string, unknown>> {
  const size = card.params.find((param) => param.in === 'query' && param.name === card.paging?.size);
  if (size === undefined) return {};
  const most = Math.min(limit, resolved(size.schema, schemas).maximum ?? Infinity);
  return Number.isFinite(most) ? { [size.name]: most } : {};
}

/** Answers of lists are shown as records, everything else as one thing. */
function listField({ card, schemas }: Operation, body: unknown): string | undefined {
  const isList = card.resource?.does === 'list' || card.paging !== undefined || card.command.path.at(-1) === 'list';
  return isList ? recordsOf(body, answerSchema(card, schemas))?.field : undefined;
}

function answerSchema({ responses }: Card, schemas: Schemas): Schema | undefined {
  const schema = responses['200'] ?? responses['2XX'];
  return schema ? resolved(schema, schemas) : undefined;
}

const columnsOf = ({ command }: Card): Pick<Outcome, 'columns'> =>
  command.columns === undefined ? {} : { columns: command.columns };
