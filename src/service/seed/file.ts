/** A seed file in a service that runs: judged as a whole, then every record created as a caller would, in one commit. Next stop: file-names.ts. */
import type { CommandFile } from '../../kernel/card.ts';
import { failure } from '../../kernel/failure.ts';
import type { Schema } from '../../kernel/schema.ts';
import { CONNECTION_KINDS, type SeedCounts, type SeedDocument } from '../../kernel/steering.ts';
import type { Problem } from '../../schema/problem.ts';
import { problemsOf } from '../../schema/problems.ts';
import type { Schemas } from '../../schema/reference.ts';
import { suggestion } from '../../schema/suggest.ts';
import { unknownKeys } from '../../schema/unknown.ts';
import { connectAccount } from '../areas/accounts/offers.ts';
import type { Reply } from '../call.ts';
import type { Desk } from '../desk.ts';
import type { Tx } from '../store/store.ts';
import { callerOn, type Caller } from './actor.ts';
import { problemRefusal } from '../problem-refusal.ts';
import { openNames, type Names } from './file-names.ts';
import { storeInside } from './inside.ts';

export type Seeded = { readonly created: SeedCounts } | { readonly problems: readonly Problem[] };

type Row = Readonly<Record<string, unknown>>;

/** How the records of a noun are judged and created. */
interface Maker {
  /** Kind of the records, for their names. */
  readonly kind: string;
  readonly schema: Schema;
  readonly schemas: Schemas;
  readonly create: (row: Row, doors: Doors) => Promise<Reply | undefined>;
}

interface Doors {
  readonly desk: Desk;
  readonly call: Caller;
  readonly teamId: string;
}

interface Entry {
  readonly maker: Maker;
  readonly row: Row;
  readonly path: readonly (string | number)[];
}

/** @returns the number of records of each noun, or every problem; then nothing is created */
export async function seedFile(desk: Desk, owner: Owner, document: SeedDocument): Promise<Seeded> {
  const { entries, problems: misplaced } = entriesOf(desk, document);
  const judging = await openNames(desk, desk.store.read, owner.teamId);
  for (const { maker, row } of entries) judging.expect(maker.kind, row);
  const problems = [...misplaced, ...entries.flatMap((entry) => judged(entry, judging))];
  if (problems.length > 0) return { problems };
  try {
    await desk.store.transact((tx) =>
      createAll({ ...desk, store: storeInside(desk.store, tx) }, tx, { owner, entries }),
    );
  } catch (error) {
    if (error instanceof Refused) return { problems: error.problems };
    throw error;
  }
  desk.wake();
  const created = Object.fromEntries(
    Object.entries(document).map(([noun, rows]) => [noun, (rows as unknown[]).length]),
  );
  return { created };
}

/**
 * Part of the commit that founds a team.
 * @throws Failure `validation` with every problem under `details.errors`, which ends that commit
 */
export async function seedFounding(desk: Desk, owner: Owner, document: SeedDocument): Promise<SeedCounts> {
  const outcome = await seedFile(desk, owner, document);
  if ('created' in outcome) return outcome.created;
  const { error, details } = problemRefusal(outcome.problems).body as { error: string; details: object };
  throw failure('validation', { message: error, details });
}

interface Owner {
  readonly teamId: string;
  readonly userId: string;
}

/** Ends the transaction, so that nothing of it is kept. */
class Refused extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super('The seed file was refused.');
    this.problems = problems;
  }
}

function entriesOf(desk: Desk, document: SeedDocument): { entries: readonly Entry[]; problems: readonly Problem[] } {
  const entries: Entry[] = [];
  const problems: Problem[] = [];
  const nouns = nounsOf(desk);
  for (const [noun, rows] of Object.entries(document)) {
    const id = nouns.get(noun);
    if (id === undefined) problems.push(unknownNoun(noun, nouns));
    else if (!Array.isArray(rows)) problems.push(invalid([noun], `${noun} must be a list of records`));
    else {
      const maker = makerOf(desk, id);
      for (const [at, row] of rows.entries()) entries.push({ maker, row: row as Row, path: [noun, at] });
    }
  }
  return { entries, problems };
}

const ACCOUNTS = 'accounts';

/** Every noun whose records can be created by one call without a path, and accounts. */
function nounsOf({ catalog }: Desk): ReadonlyMap<string, string> {
  const { operations } = catalog.service();
  const makers = Object.entries(catalog.index().commands).flatMap(([command, { id }]) => {
    const words = command.split(' ');
    const served = operations[id];
    const isWhole = served !== undefined && Object.keys(served.places).length === 0;
    return isWhole && words.at(-1) === 'create' ? [[words.slice(0, -1).join(' '), id] as const] : [];
  });
  return new Map([[ACCOUNTS, ACCOUNTS], ...makers]);
}

function unknownNoun(noun: string, nouns: ReadonlyMap<string, string>): Problem {
  const near = suggestion(noun, nouns.keys());
  return {
    path: [noun],
    kind: 'unknown',
    sentence: `a seed file creates no ${noun}`,
    ...(near !== undefined && { suggestion: near }),
  };
}

function makerOf({ catalog }: Desk, id: string): Maker {
  if (id === ACCOUNTS) return accountMaker(catalog.file(ACCOUNTS).schemas);
  const { card, schemas }: CommandFile = catalog.command(id);
  return {
    kind: catalog.served(card)?.effect.kind ?? '',
    schema: card.body?.schema ?? {},
    schemas,
    create: async (body, { call }) => call(id, { body }),
  };
}

const accountMaker = (schemas: Schemas): Maker => ({
  kind: 'account',
  schemas,
  schema: {
    type: 'object',
    required: ['platform'],
    properties: {
      platform: { $ref: '#/schemas/AccountPlatform' },
      username: { type: 'string', minLength: 1 },
      displayName: { type: 'string' },
      profileId: { type: 'string' },
      kind: { type: 'string', enum: CONNECTION_KINDS },
    },
  },
  create: async (row, { desk, teamId }) => {
    const connected = await connectAccount(desk, { ...(row as { platform: string }), teamId });
    return 'refusal' in connected ? connected.refusal : undefined;
  },
});

function judged({ maker, row, path }: Entry, names: Names): readonly Problem[] {
  if (typeof row !== 'object' || row === null || Array.isArray(row))
    return [invalid(path, 'a record must be an object of fields')];
  const { value, problems } = names.resolve(row);
  const found = [
    ...unknownKeys(maker.schema, value, maker.schemas),
    ...problemsOf(maker.schema, value, maker.schemas),
    ...problems,
  ];
  return found.map((problem) => ({ ...problem, path: [...path, ...problem.path] }));
}

interface Work {
  readonly owner: Owner;
  readonly entries: readonly Entry[];
}

/** Creates what can be created, so that every refusal is known; one is enough to keep nothing. */
async function createAll(desk: Desk, tx: Tx, { owner, entries }: Work): Promise<void> {
  const call = callerOn(desk, owner);
  const refused: Problem[] = [];
  let names = await openNames(desk, tx, owner.teamId);
  for (const { maker, row, path } of entries) {
    // Names are read again only where one is missing: it may be of a record that was created since.
    if (names.resolve(row).problems.length > 0) names = await openNames(desk, tx, owner.teamId);
    const { value, problems } = names.resolve(row);
    // What names a record that was refused is not a mistake of its own.
    if (problems.length > 0) continue;
    const reply = await maker.create(value as Row, { desk, call, teamId: owner.teamId });
    if (reply !== undefined && reply.status >= 400) refused.push(refusalProblem(path, reply));
  }
  if (refused.length > 0) throw new Refused(refused);
}

function refusalProblem(path: Problem['path'], { body }: Reply): Problem {
  const { param: dotted, message, error } = body as { param?: unknown; message?: unknown; error?: unknown };
  const steps = typeof dotted === 'string' ? dotted.split(/[.[\]]+/).filter(Boolean) : [];
  const words = [message, error].find((one) => typeof one === 'string') as string | undefined;
  return invalid([...path, ...steps], (words ?? 'it was refused').replace(/\.$/, ''));
}

const invalid = (path: Problem['path'], sentence: string): Problem => ({ path, kind: 'invalid', sentence });
