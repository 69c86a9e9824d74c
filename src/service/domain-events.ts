/** What areas say has happened to their records, for others to act on in the same commit. Next stop: change.ts, and reactions.ts for who acts. */
import type { RecordOf } from './store/store.ts';

/** What each of them says. */
export interface DomainEvents {
  /** An account was connected, for the first time or again. */
  readonly accountConnected: {
    readonly account: RecordOf<'account'>;
    /** Ids that it had before. */
    readonly earlier: readonly string[];
  };
  /** A message went out and was sent, arrived, was read, or failed. */
  readonly messageStatusChanged: {
    readonly message: RecordOf<'message'>;
    readonly status: 'sent' | 'delivered' | 'read' | 'failed';
    /** Milliseconds. */
    readonly at: number;
  };
  /** Somebody reacted to a message of a conversation. */
  readonly messageReacted: {
    readonly message: RecordOf<'message'>;
    readonly emoji: string;
    /** Milliseconds. */
    readonly at: number;
  };
  /** Somebody wrote to an account. */
  readonly messageReceived: {
    readonly conversation: RecordOf<'conversation'>;
    readonly message: RecordOf<'message'>;
    /** Milliseconds. */
    readonly at: number;
  };
  /** A message of an account went out. */
  readonly messageSent: {
    readonly conversation: RecordOf<'conversation'>;
    readonly message: RecordOf<'message'>;
    /** Milliseconds. */
    readonly at: number;
  };
  /** Somebody asked the carrier to end the texts of a number, or to let them begin again. */
  readonly textsWanted: {
    readonly account: RecordOf<'account'>;
    /** Digits of the person's number. */
    readonly personId: string;
    readonly isWanted: boolean;
    /** Milliseconds. */
    readonly at: number;
  };
  /** Somebody wrote below a post of an account. */
  readonly commentReceived: {
    readonly comment: RecordOf<'comment'>;
    /** The post's id here, where it has one, and on the platform. */
    readonly postIds: readonly string[];
    /** Whether the author follows the account, and how many follow the author, where the network says so. */
    readonly isFollower?: boolean;
    readonly followerCount?: number;
    /** Milliseconds. */
    readonly at: number;
  };
  /** A contact unsubscribed from what goes out to many. */
  readonly contactUnsubscribed: {
    readonly contact: RecordOf<'contact'>;
    /** Only from what this account sends; absent for everything. */
    readonly accountId?: string;
    /** Milliseconds. */
    readonly at: number;
  };
  /** A contact was given tags, or lost some. */
  readonly contactTagged: {
    /** The contact with the tags that it has now. */
    readonly contact: RecordOf<'contact'>;
    readonly added: readonly string[];
    readonly removed: readonly string[];
    /** Milliseconds. */
    readonly at: number;
  };
}

/** One thing that happened. */
export type DomainEvent = { [N in keyof DomainEvents]: { readonly name: N } & DomainEvents[N] }[keyof DomainEvents];
