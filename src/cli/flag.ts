/** A flag of a command as help, manifest, completion and parsing read it. Made by flags.ts. */
import type { ValueSource } from '../kernel/completion.ts';
import type { FlagWords } from './command.ts';

export interface Flag {
  /** Key of the value among the parsed flags; unique within a command. */
  readonly name: string;
  /** With its dashes: `--scheduled-for`. */
  readonly long: string;
  readonly short?: string;
  /** The wire name; `''` when the whole body is one file. Hand-made flags: the key in their table. */
  readonly field: string;
  readonly in: 'query' | 'header' | 'body' | 'own' | 'global';
  /** What the value is turned into. A `repeat` flag gives a list of it. */
  readonly type: FlagType;
  /** Every word the value may be; absent when it is open. */
  readonly choices?: readonly string[];
  /** What holds when the flag is absent. Shown, never sent. */
  readonly default?: unknown;
  readonly required: boolean;
  readonly repeat: boolean;
  readonly summary: string;
  readonly deprecated: boolean;
  readonly common: boolean;
  /** True for a boolean whose false says something else than leaving it out, so that help shows `--[no-]`. */
  readonly either?: boolean;
  /** True for another word for a flag: it works and is not shown. */
  readonly hidden?: boolean;
  /** True where words such as `friday 18:00` are read as an instant. */
  readonly isTime?: boolean;
  /** Word for the value in `--help`. */
  readonly placeholder?: string;
  /** The value of the bare flag; any other value then needs `=`. */
  readonly implied?: string;
  /** Where completion may take its values from; when absent, the flag's name decides. */
  readonly values?: ValueSource;
}

export type FlagType = FlagWords['type'];
