/** Random right and wrong input for every operation of the contract, through the whole corridor of the service. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../src/catalog/catalog.ts';
import type { Card } from '../../src/kernel/card.ts';
import { coerceText } from '../../src/schema/coerce.ts';
import { fits } from '../../src/schema/judge.ts';
import type { Schemas } from '../../src/schema/reference.ts';
import { changesOf } from '../support/arbitrary.ts';
import { asked, knownIn, operationsIn, partOf, rightAsking, type Asking } from '../support/asking.ts';
import { complaintsAbout } from '../support/contract.ts';
import { isNotSimulated } from '../support/not-simulated.ts';
import { sharedService } from '../support/shared-service.ts';

/** More of both, for a long run by hand: `ANY_INPUT_RUNS=50 ANY_INPUT_SEED=7`. */
const RUNS = Number(process.env['ANY_INPUT_RUNS'] ?? 2);
const SEED = Number(process.env['ANY_INPUT_SEED'] ?? 1);

const catalog = openCatalog('dist/cards');
const operations = operationsIn(catalog);
const areas = [...new Set(operations.map(({ area }) => area))];

const shared = sharedService(catalog);

interface Operation {
  readonly card: Card;
  readonly schemas: Schemas;
}

/** What takes things away comes last, so that the others find them. */
const ordered = (area: string): readonly Operation[] =>
  operations.filter((one) => one.area === area).sort((one, other) => rank(one.card) - rank(other.card));

const rank = ({ method }: Card): number => (method === 'DELETE' ? 1 : 0);

describe.each(areas)('%s', (area) => {
  test('right input is never answered with a fault of the service, and always within the contract', async () => {
    await shared.restore();
    const faults: string[] = [];
    for (const operation of ordered(area)) {
      for (const asking of sampled(rightAsking(operation, knownIn(catalog, operation.card)))) {
        const answer = await asked(shared.service, operation, asking);
        const isFault = answer.status >= 500 && !isNotSimulated(catalog, operation.card, answer);
        const wrong = isFault ? answer.status : complaintsAbout(catalog, operation.card, answer);
        if (wrong !== null) faults.push(told(operation, asking, { wrong, answer: answer.text.slice(0, 1_000) }));
      }
    }
    expect(faults, faults.slice(0, 9).join('\n')).toEqual([]);
  });

  test('ERR-06 ERR-07 wrong input is answered with 400, a code and the place of the fault', async () => {
    const faults: string[] = [];
    for (const operation of ordered(area)) {
      const right = rightAsking(operation, knownIn(catalog, operation.card));
      for (const [asking, choice] of sampled(fc.tuple(right, fc.nat()))) {
        const wrong = wronged(operation, asking, choice);
        if (wrong === undefined) continue;
        const answer = await asked(shared.service, operation, wrong.asking);
        if (answer.status !== 400 || !placesIn(answer.text).includes(wrong.param))
          faults.push(
            told(operation, wrong.asking, { wrong: wrong.param, answer: `${String(answer.status)} ${answer.text}` }),
          );
      }
    }
    expect(faults, faults.slice(0, 9).join('\n')).toEqual([]);
  });

  test('GEN-11 GEN-12 unknown keys change nothing, and are noted with the key that was perhaps meant', async () => {
    await shared.restore();
    const faults: string[] = [];
    for (const operation of ordered(area)) {
      const [asking] = sampled(rightAsking(operation, knownIn(catalog, operation.card)));
      if (asking === undefined) continue;
      const typo = typoFor(operation, asking);
      const answer = await asked(shared.service, operation, { ...asking, ...typo.asking });
      const { entries } = await shared.service.parts.requests.list({ limit: 1, operation: operation.card.id });
      const [entry] = entries;
      const missing = typo.expected.filter(
        ({ param, suggestion }) =>
          entry?.notes.some(
            (note) => note.kind === 'ignored_key' && note.param === param && note.suggestion === suggestion,
          ) !== true,
      );
      const isFault = answer.status >= 500 && !isNotSimulated(catalog, operation.card, answer);
      if (isFault || missing.length > 0)
        faults.push(
          told(operation, { ...asking, ...typo.asking }, { wrong: missing, answer: answer.text, notes: entry?.notes }),
        );
    }
    expect(faults, faults.slice(0, 9).join('\n')).toEqual([]);
  });
});

const sampled = <T>(values: fc.Arbitrary<T>): T[] => fc.sample(values, { numRuns: RUNS, seed: SEED });

const told = ({ card }: Operation, asking: Asking, more: object): string =>
  JSON.stringify({ operation: card.id, asking, ...more });

interface Wronged {
  readonly asking: Asking;
  readonly param: string;
}

/** The request with one thing wrong in its query or body; undefined where nothing can be. */
function wronged({ card, schemas }: Operation, asking: Asking, choice: number): Wronged | undefined {
  const queries = changesOf(partOf(card, 'query'), asking.query, schemas).map(({ value, param, isWrong }) => {
    const query = value as Asking['query'];
    const isSeen = (): boolean => param !== '' && isWrongAsText({ card, schemas }, param, query[param]);
    return { asking: { ...asking, query }, param, isWrong: () => isSeen() && isWrong() };
  });
  const bodies =
    card.body?.kind === 'json'
      ? changesOf(card.body.schema, asking.body, schemas).map(({ value, ...change }) => ({
          asking: { ...asking, body: value },
          ...change,
        }))
      : [];
  const all = [...queries, ...bodies];
  const first = choice % Math.max(1, all.length);
  return [...all.slice(first), ...all.slice(0, first)].find(({ isWrong }) => isWrong());
}

/** On an address everything is text: wrong is what is missing, or what does not read as the parameter's type. */
function isWrongAsText({ card, schemas }: Operation, param: string, value: unknown): boolean {
  const found = card.params.find(({ name, in: place }) => place === 'query' && name === param);
  if (found === undefined) return false;
  if (value === undefined) return true;
  return (
    (typeof value === 'string' || typeof value === 'number') &&
    value !== '' &&
    !fits(found.schema, coerceText(found.schema, String(value), schemas), schemas)
  );
}

/** The places that a refusal names, the first one first; the older shape names none and is read as its only field. */
function placesIn(text: string): readonly string[] {
  const {
    code,
    param = '',
    details,
  } = JSON.parse(text) as {
    code?: string;
    param?: string;
    details?: { errors?: { param: string }[] };
  };
  if (code === undefined) return ['timezone'];
  return [param, ...(details?.errors ?? []).map((one) => one.param)];
}

interface Typo {
  readonly asking: Partial<Asking>;
  readonly expected: readonly { param: string; suggestion?: string }[];
}

/** A parameter that nothing knows, and where the body is closed a key with two letters swapped. */
function typoFor({ card }: Operation, asking: Asking): Typo {
  const query = { ...asking.query, zzqx: '1' };
  const expected = [{ param: 'zzqx' }];
  const { body } = asking;
  const isClosed =
    card.body?.kind === 'json' &&
    card.body.schema.properties !== undefined &&
    card.body.schema.additionalProperties !== true;
  if (!isClosed || typeof body !== 'object' || body === null) return { asking: { query }, expected };
  const name = Object.keys(card.body?.schema.properties ?? {}).find((one) => one.length > 5);
  const key = name === undefined ? 'zzqy' : `${name}z`;
  return {
    asking: { query, body: { ...body, [key]: 1 } },
    expected: [...expected, { param: key, ...(name !== undefined && { suggestion: name }) }],
  };
}
