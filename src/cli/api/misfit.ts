/** What the description says against a request of the raw door. The request goes out all the same. Next stop: commands/api. */
import type { Card, Param } from '../../kernel/card.ts';
import type { CallInput } from '../../client/request.ts';
import { coerceText } from '../../schema/coerce.ts';
import { suggestion } from '../../schema/suggest.ts';
import { specOf } from '../spec.ts';
import { inputFailure } from '../validation.ts';
import type { RawRequest } from './raw.ts';

/** One sentence for all faults, or undefined for a request that fits its operation. */
export function misfit(known: NonNullable<RawRequest['known']>, input: CallInput): string | undefined {
  const { card, schemas } = known;
  const spec = { ...specOf(card, schemas), flags: [] };
  const fault = inputFailure({ card, schemas }, asDescribed(known, input), { spec, awaited: [] });
  const near = suggestionsIn(fault?.fields.details);
  const sentences = [
    ...strangeNames(card, input),
    ...(fault === undefined ? [] : [fault.fields.message]),
    ...(near.length === 0 ? [] : [`Did you mean ${near.join(', ')}?`]),
  ];
  return sentences.length === 0 ? undefined : `${card.id}: ${sentences.join(' ')} It is sent anyway.`;
}

/** Names in the query that the operation does not know: the API drops them without a word. */
function strangeNames({ params }: Card, { query }: CallInput): readonly string[] {
  const known = params.filter((param) => param.in === 'query').map(({ name }) => name);
  return Object.keys(query)
    .map((name) => name.replace(/\[\]$/, ''))
    .filter((name) => !known.includes(name))
    .map((name) => {
      const near = suggestion(name, known);
      return `The query has no ${name}${near === undefined ? '' : `, but ${near}`}.`;
    });
}

/** The input with the names and types of the card: an address holds nothing but text. */
function asDescribed({ card, schemas, path }: NonNullable<RawRequest['known']>, input: CallInput): CallInput {
  const named = (place: Param['in']): readonly Param[] => card.params.filter((param) => param.in === place);
  const unnamed = Object.entries(input.query).filter(([name]) => !named('query').some((param) => param.name === name));
  const query = named('query').flatMap(({ name, schema }) => {
    const value = input.query[name] as string | readonly string[] | undefined;
    return value === undefined ? [] : [[name, coerceText(schema, value, schemas)] as const];
  });
  const headers = named('header').flatMap(({ name }) => {
    const value = input.headers[name.toLowerCase()];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...input,
    path,
    query: { ...Object.fromEntries(unnamed), ...Object.fromEntries(query) },
    headers: Object.fromEntries(headers),
  };
}

function suggestionsIn(details: unknown): readonly string[] {
  const { problems = [] } = (details ?? {}) as { problems?: readonly { suggestion?: string }[] };
  return problems.flatMap((problem) => problem.suggestion ?? []);
}
