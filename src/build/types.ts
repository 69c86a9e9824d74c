/** The contract as TypeScript: a type per schema, per body and per answer, for `import type { … } from '#contract'`. */
import { compile } from 'json-schema-to-typescript';
import type { Card } from '../kernel/card.ts';
import type { Schema } from '../kernel/schema.ts';
import { nameOf } from '../schema/reference.ts';
import { typeNameOf } from './kind-types.ts';

const BANNER = '/** Generated from src/contract by the press. */';

type Named = Readonly<Record<string, Schema>>;

/**
 * The text of `contract.d.ts`: `Post`, `CreatePostBody`, `CreatePost201`, and by its name in `Kinds` what a record of a kind holds.
 * @param kinds kind to the schema of its records
 */
export async function typesOf(cards: readonly Card[], schemas: Named, kinds: Named = {}): Promise<string> {
  const records = Object.entries(kinds).map(([kind, schema]): [string, Schema] => [typeNameOf(kind), schema]);
  const entries = [...Object.entries(schemas), ...cards.flatMap(typesOfCard), ...records];
  const definitions = Object.fromEntries(entries.filter(([, schema]) => !isAlias(schema)));
  const text = JSON.stringify({ type: 'object', definitions }).replaceAll('"#/schemas/', '"#/definitions/');
  const types = await compile(JSON.parse(text) as Parameters<typeof compile>[0], 'Contract', {
    additionalProperties: false,
    bannerComment: BANNER,
    format: false,
    // A bound on a list would become a tuple for every length.
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
  });
  return (
    types +
    entries
      .filter(([, schema]) => isAlias(schema))
      .map(aliasOf)
      .join('') +
    kindsType(Object.keys(kinds))
  );
}

const kindsType = (kinds: readonly string[]): string =>
  `export interface Kinds {\n${kinds.map((kind) => `${kind}: ${typeNameOf(kind)}\n`).join('')}}\n`;

/** The library folds a bare reference into its target and forgets the name. */
const isAlias = ({ $ref }: Schema): boolean => $ref !== undefined;

const aliasOf = ([name, { $ref = '' }]: readonly [string, Schema]): string => `export type ${name} = ${nameOf($ref)}\n`;

function typesOfCard({ id, body, responses }: Card): [string, Schema][] {
  const name = id.charAt(0).toUpperCase() + id.slice(1);
  const answers = Object.entries(responses).filter((entry): entry is [string, Schema] => entry[1] !== null);
  return [
    ...(body === undefined ? [] : [[`${name}Body`, body.schema] as [string, Schema]]),
    ...answers.map(([status, schema]): [string, Schema] => [
      name + status.charAt(0).toUpperCase() + status.slice(1),
      schema,
    ]),
  ];
}
