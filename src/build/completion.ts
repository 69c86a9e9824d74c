/** What completion has to know of each command, derived once: flags, choices, and where values are known from. Read by cli/completion. */
import { answerFields } from '../cli/answer-fields.ts';
import type { Argument } from '../cli/flags.ts';
import type { Flag } from '../cli/flag.ts';
import { GLOBAL_FLAGS } from '../cli/globals.ts';
import { isNegatable } from '../cli/help.ts';
import type { Spec } from '../cli/spec.ts';
import type { Card, CardFile } from '../kernel/card.ts';
import {
  isKept,
  type Completable,
  type FlagSlot,
  type KeptKind,
  type Slot,
  type ValueSource,
} from '../kernel/completion.ts';
import type { Outputs } from './outputs.ts';
import type { Tree } from './specs.ts';

/** A file for the flags of every command, and one per command. */
export function completionFiles({ specs }: Tree, files: readonly CardFile[]): Outputs {
  const everywhere: Completable = { args: [], flags: slotsOf(GLOBAL_FLAGS, undefined), fields: [] };
  const schemas = new Map(files.map((file) => [file.area, file.schemas]));
  const fieldsOf = ({ card }: Spec): readonly string[] =>
    card === undefined ? [] : answerFields(card, schemas.get(card.area) ?? {}).map(({ field }) => field);
  const commands = specs.map((spec): [string, Completable] => [
    `dist/cards/completion/${spec.path.join('.')}.json`,
    { args: spec.args.map((argument) => argumentSlot(argument, spec)), flags: ownSlots(spec), fields: fieldsOf(spec) },
  ]);
  const all = [['dist/cards/completion.json', everywhere] as const, ...commands];
  return Object.fromEntries(all.map(([path, completable]) => [path, JSON.stringify(completable)]));
}

/** Flags of every command are in a file of their own; a command's own flag wins over them. */
const ownSlots = ({ flags, globals, card }: Spec): readonly FlagSlot[] =>
  slotsOf([...flags, ...globals.filter((flag) => !GLOBAL_FLAGS.includes(flag))], card);

const slotsOf = (flags: readonly Flag[], card: Card | undefined): readonly FlagSlot[] =>
  flags.filter(({ deprecated, hidden }) => !deprecated && hidden !== true).map((flag) => flagSlot(flag, card));

function flagSlot(flag: Flag, card: Card | undefined): FlagSlot {
  const { long, short, summary, type, implied } = flag;
  return {
    long,
    ...(short !== undefined && { short }),
    summary,
    ...(type !== 'boolean' && implied === undefined && { takesValue: true }),
    ...(isNegatable(flag) && { negatable: true }),
    ...(((flag.repeat && flag.choices !== undefined) || flag.name === 'global:fields') && { listed: true }),
    ...slotOf(flag, flagSource(flag, card)),
  };
}

const argumentSlot = (argument: Argument, spec: Spec): Slot => slotOf(argument, argumentSource(argument, spec));

function slotOf({ choices, repeat }: Flag | Argument, source: ValueSource | undefined): Slot {
  return { ...(choices && { choices }), ...(repeat && { repeat }), ...(source !== undefined && { source }) };
}

function flagSource({ type, name, field, placeholder, values }: Flag, card: Card | undefined): ValueSource | undefined {
  if (values !== undefined) return values;
  if (type === 'file') return placeholder === 'folder' ? 'folder' : 'file';
  if (name === 'input:input') return 'file';
  return name === 'global:context' ? 'context' : keptKind(card?.named?.[field]);
}

/** What it says itself; else the kind whose name may be typed there. */
const argumentSource = ({ name, values }: Argument, { card }: Spec): ValueSource | undefined =>
  values ?? keptKind(card?.named?.[name]);

const keptKind = (kind: string | undefined): KeptKind | undefined => (isKept(kind) ? kind : undefined);
