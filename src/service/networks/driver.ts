/** Every platform behind one interface. simulated/ implements it; a real driver would stand beside it. */
import type { NetworkOperation } from '../../kernel/steering.ts';
import type { PostInsight } from './figures.ts';
import type { NetworkAccount } from '../records/account.ts';

export interface Publication {
  /** Same key, same publication: the platform answers with the first one. */
  readonly idempotencyKey: string;
  readonly text: string;
  readonly title?: string;
  readonly media: readonly Record<string, unknown>[];
  /** Effective settings after merging (ASM-06). */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** How a platform answered. Temporary answers may be tried again by the rules of "Platform retries". */
export type NetworkAnswer<T> =
  | { readonly outcome: 'ok'; readonly value: T }
  | {
      readonly outcome: 'rejected';
      readonly status: number;
      readonly message: string;
      readonly category: string;
      readonly platformError?: unknown;
    }
  | {
      readonly outcome: 'rate_limited';
      readonly message: string;
      readonly retryAfterSeconds?: number;
      /** Remaining-quota header, when the platform sent one. */
      readonly remaining?: number;
      /** The platform's raw payload, when it sent one. */
      readonly platformError?: unknown;
    }
  | { readonly outcome: 'unavailable'; readonly status: number; readonly message: string }
  | { readonly outcome: 'timeout' }
  | { readonly outcome: 'token_expired'; readonly message: string };

export interface Published {
  readonly nativeId: string;
  /** Empty when the platform gives the public URL later. */
  readonly url: string;
  /** Seconds after which the public URL is known, when `url` is empty. */
  readonly urlAfterSeconds?: number;
}

export interface NativePost {
  readonly nativeId: string;
  readonly text: string;
  readonly media: readonly Record<string, unknown>[];
  /** Milliseconds. */
  readonly at: number;
  readonly url: string;
  readonly origin: 'service' | 'native';
  readonly updatedAt: number | null;
  readonly removedAt: number | null;
}

export interface Driver {
  publish(account: NetworkAccount, publication: Publication): Promise<NetworkAnswer<Published>>;
  edit(
    account: NetworkAccount,
    nativeId: string,
    change: { text?: string; settings?: Record<string, unknown> },
  ): Promise<NetworkAnswer<{ url: string }>>;
  remove(account: NetworkAccount, nativeId: string): Promise<NetworkAnswer<Record<string, never>>>;
  /** The posts that the platform lists for the account, removed ones included with `removedAt`; it may leave out old ones. */
  list(account: NetworkAccount): Promise<NetworkAnswer<NativePost[]>>;
  /** Public URL of a post whose URL came late; empty while unknown. */
  url(account: NetworkAccount, nativeId: string): Promise<NetworkAnswer<string>>;
  /** One request that changes nothing here: whether the platform takes such a call now. */
  ask(account: NetworkAccount, operation: NetworkOperation): Promise<NetworkAnswer<true>>;
  /** The figures of every post that the platform has of the account, removed ones included. */
  insights(account: NetworkAccount): Promise<NetworkAnswer<PostInsight[]>>;
}

export interface Networks {
  driver(platform: string): Driver;
}
