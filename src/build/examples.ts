/** What the examples of the help ask for, read with the command line's own parser, so that the demo pack can lay the records they name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inputFrom } from '../cli/input.ts';
import type { Spec } from '../cli/spec.ts';
import { typedFor } from '../cli/typed.ts';
import type { Card, CardFile } from '../kernel/card.ts';
import type { Asked, Examples } from '../kernel/example.ts';
import type { Schemas } from '../schema/reference.ts';
import { wordsOf } from './manifest.ts';
import type { Tree } from './specs.ts';

/** `examples.json` as a value. Examples that do not parse were refused before. */
export function examplesOf({ specs }: Tree, files: readonly CardFile[]): Examples {
  const schemas = new Map(files.map((file) => [file.area, file.schemas]));
  const entries = specs.flatMap((spec): [string, Asked[]][] => {
    const { card } = spec;
    if (card?.effect?.kind === undefined) return [];
    const asked = spec.examples.map((example) =>
      askedIn(example, spec, { card, schemas: schemas.get(card.area) ?? {} }),
    );
    return [[card.id, asked.filter(saysSomething)]];
  });
  return Object.fromEntries(entries.filter(([, asked]) => asked.length > 0));
}

const saysSomething = ({ path, query, body }: Asked): boolean =>
  [path, query, body].some((fields) => Object.keys(fields).length > 0);

function askedIn(example: string, spec: Spec, { card, schemas }: { card: Card; schemas: Schemas }): Asked {
  const argv = wordsOf(example)
    .slice(1 + spec.path.length)
    .map(contentOf);
  const typed = typedFor(argv, spec);
  const { path, query, body } = inputFrom({ card, schemas, flags: spec.flags, typed });
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  return { path, query, body: isObject ? (body as Record<string, unknown>) : {} };
}

const FILES = 'src/contract/fixtures/files';

/** What the shell makes of `$(cat FILE)`: the file of that name. */
const contentOf = (word: string): string =>
  word.replace(/^\$\(cat ([\w.-]+)\)$/, (_whole, name: string) => readFileSync(join(FILES, name), 'utf8').trimEnd());
