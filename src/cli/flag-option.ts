/** A flag as commander's option. Its words are put together only when help shows them. */
import { Option } from 'commander';
import type { Flag } from './flag.ts';

export class FlagOption extends Option {
  readonly flag: Flag;

  /** @param long the flag's own name, or its negation, which has no letter */
  constructor(flag: Flag, long: string) {
    const names = flag.short === undefined || long !== flag.long ? long : `${flag.short}, ${long}`;
    super(flag.type === 'boolean' ? names : `${names} <value>`);
    this.flag = flag;
    this.flags = long;
    // Commander would take `--no-input` for the negation of `--input`, which is another flag.
    this.negate = false;
    if (flag.repeat) this.argParser((text: string, before: string[] = []) => [...before, text]);
  }

  /** Names of ours are unique within a command; commander's own are not. */
  override attributeName(): string {
    return this.flag.name;
  }
}
