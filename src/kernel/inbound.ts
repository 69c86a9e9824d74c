/** What `svc local inbound` knows of a type: pressed from the bodies that the control surface takes and from src/contract/control/inbound.yaml. */
import type { ValueSource } from './completion.ts';
import type { Schema } from './schema.ts';

/** One flag of a type, and where its value belongs in the body. */
export interface InboundFlag {
  /** `participantId`, typed `--participant-id`. */
  readonly name: string;
  /** Steps from the body to the value: `['participant', 'id']`. */
  readonly path: readonly string[];
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'json';
  readonly summary: string;
  readonly required?: true;
  readonly repeat?: true;
  /** Each value is `name=value`; together they are one object. */
  readonly pairs?: true;
  readonly choices?: readonly string[];
  readonly values?: ValueSource;
}

export interface InboundType {
  readonly summary: string;
  /** Further sentences of its help. */
  readonly description?: string;
  /** A complete command line. */
  readonly example: string;
  readonly flags: readonly InboundFlag[];
  /** True when the body may hold further fields. */
  readonly open?: true;
  /** Of the body without its `type`. */
  readonly schema: Schema;
}
