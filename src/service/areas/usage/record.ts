/** Connections that are over, kept for the bill: their days stay what they cost. Written where an account goes. */
import type { Fields } from '../../../kernel/json.ts';
import type { AccountRecord } from '../../records/account.ts';
import { ownKind } from '../../store/record.ts';
import type { StoredRecord } from '../../store/store.ts';

export interface EndedConnection extends Fields {
  readonly platform: string;
  readonly username: string;
  readonly variant?: string;
  /** Milliseconds. */
  readonly until: number;
}

export const ENDED_CONNECTION = ownKind<EndedConnection>('$ended_connection');

/** @param until milliseconds */
export const endedConnection = (account: AccountRecord, until: number): StoredRecord<EndedConnection> => ({
  ...account,
  kind: ENDED_CONNECTION,
  doc: {
    platform: account.doc.platform,
    username: account.doc.username,
    ...(account.doc.variant === undefined ? {} : { variant: account.doc.variant }),
    until,
  },
});
