/** The words that may stand at the cursor. Next stop: shells.ts, which writes them for a shell. */
import type { Catalog } from '../../catalog/catalog.ts';
import type { Argument, Flag } from '../flags.ts';
import { isNegatable } from '../help.ts';
import type { Spec } from '../spec.ts';
import { TOPICS } from '../topics/topics.ts';
import { branchesUnder, lastWord, leavesUnder } from '../tree.ts';
import { flagsOf, type Place } from './place.ts';
import type { ValueSource } from './source.ts';
import { kindNamed, valuesFrom, type ValueWorld } from './values.ts';

export interface Candidate {
  readonly value: string;
  /** Empty where there is nothing to say about the word. */
  readonly about: string;
}

export interface Answer {
  /** `files` and `folders` are found by the shell itself. */
  readonly mode: 'words' | 'files' | 'folders';
  /** What stands before each candidate in the same word, as `--status=` or `name,`. */
  readonly prefix: string;
  readonly candidates: readonly Candidate[];
}

export interface Asking {
  readonly catalog: Catalog;
  readonly world: ValueWorld;
  /** The word at the cursor, as far as it was typed. */
  readonly begun: string;
  /** `--context` of the line, when it stands there. */
  readonly context?: string | undefined;
}

const NOTHING: Answer = { mode: 'words', prefix: '', candidates: [] };

export async function answerAt(place: Place, asking: Asking): Promise<Answer> {
  switch (place.at) {
    case 'child':
      return { ...NOTHING, candidates: [...namesAt(place, asking.begun), ...(await firstWords(place, asking))] };
    case 'flag':
      return { ...NOTHING, candidates: flagsAt(place, asking.begun) };
    case 'value':
      return valuesAt(place, asking);
    case 'nowhere':
      return NOTHING;
  }
}

function namesAt({ path, isHelp, tree, names }: Place & { at: 'child' }, begun: string): readonly Candidate[] {
  const branches = branchesUnder(tree, path);
  const nested = new Set(branches.map(({ name }) => name));
  const leaves = leavesUnder(tree, path).filter((leaf) => !nested.has(leaf.path) && !isHidden(leaf.path));
  const words = [
    ...branches.map(({ name, summary }) => ({ value: lastWord(name), about: summary })),
    ...leaves.map((leaf) => ({ value: lastWord(leaf.path), about: aboutOf(leaf.path) })),
    ...(path === '' && isHelp ? TOPICS.map(({ name, summary }) => ({ value: name, about: summary })) : []),
    ...(path === '' && !isHelp ? [HELP_WORD] : []),
  ];
  if (words.some(({ value }) => value.startsWith(begun))) return unique(words);
  // An alias is offered only to somebody who has begun to type it.
  return leaves.flatMap(({ path: name, entry }) =>
    (entry?.aliases ?? []).map((value) => ({ value, about: aboutOf(name) })),
  );

  function isHidden(name: string): boolean {
    return (names.commands[name] ?? names.own?.[name])?.hidden === true;
  }
  function aboutOf(name: string): string {
    return (names.commands[name] ?? names.own?.[name])?.summary ?? '';
  }
}

/** A noun that is a command as well takes its first argument in the same place. */
async function firstWords({ spec, isHelp }: Place & { at: 'child' }, asking: Asking): Promise<readonly Candidate[]> {
  const [first] = spec?.args ?? [];
  return first === undefined || isHelp ? [] : wordsFor(first, spec, asking);
}

const HELP_WORD: Candidate = { value: 'help', about: 'Explain a command or a topic' };

/** A topic may have the name of a noun. */
const unique = (words: readonly Candidate[]): readonly Candidate[] =>
  words.filter(({ value }, at) => words.findIndex((other) => other.value === value) === at);

function flagsAt({ spec, given }: Place & { at: 'flag' }, begun: string): readonly Candidate[] {
  const open = flagsOf(spec).filter(({ name, repeat, deprecated }) => !deprecated && (repeat || !given.has(name)));
  const negations = begun.startsWith('--no-') ? open.filter(isNegatable) : [];
  return [
    ...open.flatMap(({ long, short, summary }) => [
      { value: long, about: summary },
      ...(short === undefined || begun.startsWith('--') ? [] : [{ value: short, about: summary }]),
    ]),
    ...negations.map(({ long, summary }) => ({ value: long.replace('--', '--no-'), about: `Not: ${summary}` })),
    { value: '--help', about: 'Show help' },
    ...(spec === undefined ? [{ value: '--version', about: 'Print the version' }] : []),
  ];
}

/** Behind `--status=` the word that is begun is only what follows. */
async function valuesAt({ of, spec, prefix }: Place & { at: 'value' }, asking: Asking): Promise<Answer> {
  const files = filesFor(of);
  if (files !== undefined) return { ...NOTHING, mode: files, prefix };
  const typed = asking.begun.slice(prefix.length);
  const before = isList(of) ? typed.slice(0, typed.lastIndexOf(',') + 1) : '';
  return { ...NOTHING, prefix: prefix + before, candidates: await wordsFor(of, spec, asking) };
}

function filesFor(of: Flag | Argument): 'files' | 'folders' | undefined {
  if ('type' in of && of.type === 'file') return of.placeholder === 'folder' ? 'folders' : 'files';
  return 'field' in of && of.name === 'input:input' ? 'files' : undefined;
}

/** Several words may stand in one, separated by commas. */
const isList = (of: Flag | Argument): boolean =>
  'long' in of && ((of.repeat && of.choices !== undefined) || of.name === 'global:fields');

async function wordsFor(of: Flag | Argument, spec: Spec | undefined, asking: Asking): Promise<readonly Candidate[]> {
  if (of.choices !== undefined) return of.choices.map((value) => ({ value, about: '' }));
  if (of.name === 'global:fields') return fieldsOf(spec, asking);
  const source = sourceOf(of, spec);
  return source === undefined ? [] : valuesFrom(source, asking);
}

/** What a flag or argument says itself; else its name tells, or for an id at the end of a path, the operation. */
function sourceOf(of: Flag | Argument, spec: Spec | undefined): ValueSource | undefined {
  if (of.values !== undefined) return of.values;
  if (of.name === 'global:context') return 'context';
  const field = 'field' in of ? of.field : of.name;
  const isLast = !('field' in of) && of === spec?.args.at(-1);
  return kindNamed(field) ?? (isLast && /Id$/.test(field) ? kindNamed(spec?.card?.resource?.kind ?? '') : undefined);
}

async function fieldsOf(spec: Spec | undefined, { catalog }: Asking): Promise<readonly Candidate[]> {
  const help = { value: 'help', about: 'List the fields' };
  if (spec?.card === undefined) return [help];
  const { answerFields } = await import('../answer-fields.ts');
  const card = catalog.card(spec.card.id);
  const fields = answerFields(card, catalog.file(card.area).schemas);
  return [...fields.map(({ field, description = '' }) => ({ value: field, about: description })), help];
}
