/** The answers of an operation in the published description, each under a status of its own: generators of clients make nothing of `2XX` and `4XX`. Called by openapi.ts. */
import type { Card } from '../kernel/card.ts';
import type { ServedOperation } from '../kernel/effect.ts';
import type { Schema } from '../kernel/schema.ts';
import type { OperationWords, ResponseWords } from './contract.ts';
import { gateStatuses } from './description.ts';

type Answers = NonNullable<OperationWords['responses']>;

const ANY_SUCCESS = '2XX';

/** What a refusal looks like whose shape the contract does not name. */
const REFUSAL: ResponseWords = { $ref: '#/components/responses/Refusal' };

/** The answers with a status each; `default` is what is left. */
export function answersOf(card: Card, { status, places }: ServedOperation, responses: Answers): Answers {
  const { [ANY_SUCCESS]: some, default: rest = REFUSAL, ...named } = responses;
  const refusals = refusalStatuses(card, Object.keys(places).length > 0)
    .map(String)
    .filter((one) => !Object.hasOwn(named, one));
  return {
    ...named,
    ...(some !== undefined && { [status]: either(named[status], some) }),
    ...Object.fromEntries(refusals.map((one) => [one, rest])),
    default: rest,
  };
}

/** Refusals that the declared facts lead to: of the input, the key, the plan, the path and the request window. */
function refusalStatuses({ params, body, group, guard = {} }: Card, hasPlaces: boolean): number[] {
  const takesInput = body !== undefined || params.some(({ in: place }) => place === 'query');
  const asked = [
    ...(takesInput || hasPlaces ? [400] : []),
    401,
    ...(group === undefined ? [] : [403]),
    ...gateStatuses(guard),
    ...(hasPlaces ? [404] : []),
    429,
  ];
  return [...new Set(asked)];
}

/** Two shapes under one status. */
function either(one: ResponseWords | undefined, other: ResponseWords): ResponseWords {
  if (one === undefined) return other;
  const schemas = [one, other].flatMap(({ content }) => content?.['application/json']?.schema ?? []);
  return {
    description: [one, other].flatMap(({ description }) => description ?? []).join(' Or: '),
    content: { 'application/json': { schema: anyOneOf(schemas) } },
  };
}

/** Any of the schemas; the only one itself. */
export const anyOneOf = (schemas: readonly Schema[]): Schema =>
  schemas.length === 1 ? (schemas[0] ?? {}) : { anyOf: schemas };
