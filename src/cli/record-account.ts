/** Finds the account of the record that a command names, in the list that `x-svc-command.account` says, so that nobody types it. Used by operation.ts. */
import type { Card } from '../kernel/card.ts';
import { failure } from '../kernel/failure.ts';
import { fieldsIn, isFields, textOf } from '../kernel/json.ts';
import { pages, recordsOf } from '../client/paging.ts';
import type { CallInput } from '../client/request.ts';
import type { Context } from './command.ts';
import { ACCOUNT } from './flags.ts';

export const hasAccount = ({ query, body }: CallInput): boolean =>
  query[ACCOUNT] !== undefined || (isFields(body) && body[ACCOUNT] !== undefined);

/**
 * The input with the account; as it was where the list does not know the record, which is for the validation to say.
 * @throws Failure `ambiguous` for a record of several accounts, such as a post
 */
export async function withAccount(card: Card, input: CallInput, context: Context): Promise<CallInput> {
  const [id = ''] = Object.values(input.path);
  const [only, ...others] = await accountsOf(id, card.command.account ?? '', context);
  if (only === undefined) return input;
  if (others.length === 0) return filled(card, input, only);
  throw failure('ambiguous', {
    message: `${id} belongs to ${String(others.length + 1)} accounts: ${[only, ...others].join(', ')}.`,
    param: '--account-id',
    hint: 'Choose one with --account-id.',
  });
}

/** What --dry-run shows, which looks nothing up. */
export const withUnknownAccount = (card: Card, input: CallInput): CallInput =>
  filled(card, input, `<account of ${Object.values(input.path)[0] ?? ''}>`);

function filled(card: Card, input: CallInput, accountId: string): CallInput {
  const isQuery = card.params.some((param) => param.in === 'query' && param.name === ACCOUNT);
  if (isQuery) return { ...input, query: { ...input.query, [ACCOUNT]: accountId } };
  return { ...input, body: { ...(isFields(input.body) ? input.body : {}), [ACCOUNT]: accountId } };
}

function largestPage({ paging, params }: Card): CallInput['query'] {
  const size = params.find(({ name }) => name === paging?.size);
  return size?.schema.maximum === undefined ? {} : { [size.name]: size.schema.maximum };
}

/** Rows of one record stand together: the search ends with the first page that has no more of them. */
async function accountsOf(id: string, list: string, { catalog, call }: Context): Promise<readonly string[]> {
  const found = new Set<string>();
  const card = catalog.card(list);
  for await (const { body } of pages(card, { path: {}, query: largestPage(card), headers: {} }, call)) {
    const before = found.size;
    for (const row of fieldsIn(recordsOf(body, card)?.records ?? []))
      if (row['id'] === id) found.add(textOf(row[ACCOUNT]) ?? '');
    if (found.size > 0 && found.size === before) break;
  }
  return [...found];
}
