/** The words in which the contract describes a webhook event besides its payload (`x-svc-event`). Pressed by build/event-rows, read through webhooks/catalogue. */

/** One event, without its sample: what routing, subscriptions and the listener ask. */
export interface EventRow {
  /** Resource group of its cause; a restricted key needs it to subscribe. */
  readonly group: string;
  readonly owner: EventOwner;
  /** Where it fires; absent means everywhere. On other platforms its cause happens without it. */
  readonly platforms?: readonly string[];
  /** Platforms of `platforms` on which it fires only for messages of the other side. */
  readonly incomingOnly?: readonly string[];
  /** True when an endpoint can ask for it only with inbox access. */
  readonly inbox?: boolean;
  /** How the event is written into the log of the team; absent where it is not. */
  readonly log?: EventLog;
  /** False for an event that reaches every endpoint and that none can ask for. */
  readonly subscribable?: boolean;
}

/** Types of the log's entries that come from events. */
export const LOG_TYPES = ['publishing', 'connections', 'messaging', 'workflow_event'] as const;

export interface EventLog {
  readonly type: (typeof LOG_TYPES)[number];
  readonly action: string;
  /** True for an event that says what went wrong. */
  readonly fails?: boolean;
}

interface OwnerPlaces {
  readonly belongsTo: 'account' | 'profile' | 'nobody';
  /** Dotted paths to account ids in the payload; a path goes through lists. */
  readonly accounts: readonly string[];
  /** Dotted path to the profile of a payload that names no account. */
  readonly profile?: string;
  /** For people: whose event it is, and where the payload says so. */
  readonly meaning: string;
}

/** Whose an event is, word by word of `x-svc-event.owner`. Source: specification, "Where the account id sits" (WHK-85, EVT-12 to EVT-15, ASM-32) */
export const OWNERS = {
  account: {
    belongsTo: 'account',
    accounts: ['account.accountId'],
    meaning: '`account.accountId` is the account.',
  },
  accountTwice: {
    belongsTo: 'account',
    accounts: ['account.accountId', 'account.id'],
    meaning: '`account.accountId` is the account; `account.id` is the same.',
  },
  call: {
    belongsTo: 'account',
    accounts: ['account.accountId', 'account.id', 'call.accountId'],
    meaning: '`account.accountId` is the account; `account.id` and `call.accountId` are the same.',
  },
  target: {
    belongsTo: 'account',
    accounts: ['account.accountId', 'post.platforms.accountId'],
    meaning:
      '`account.accountId` is the account of the target; `post.platforms[].accountId` lists those of all targets.',
  },
  targets: {
    belongsTo: 'account',
    accounts: ['post.platforms.accountId'],
    meaning: '`post.platforms[].accountId` lists the accounts of all targets.',
  },
  external: {
    belongsTo: 'account',
    accounts: ['account.accountId', 'post.accountId'],
    meaning: '`account.accountId` is the account; `post.accountId` is the same.',
  },
  topLevel: { belongsTo: 'account', accounts: ['accountId'], meaning: '`accountId` is the account.' },
  unnamed: {
    belongsTo: 'account',
    accounts: [],
    meaning: 'The payload has no account id, but endpoints limited to the account that caused it still receive it.',
  },
  number: {
    belongsTo: 'profile',
    accounts: [],
    profile: 'number.profileId',
    meaning: 'The payload has no account id; `number.profileId` is the profile.',
  },
  registration: {
    belongsTo: 'profile',
    accounts: [],
    profile: 'registration.profileId',
    meaning: 'The payload has no account id; `registration.profileId` is the profile.',
  },
  contact: {
    belongsTo: 'profile',
    accounts: [],
    profile: 'contact.profileId',
    meaning: 'The payload has no account id; `contact.profileId` is the profile.',
  },
  nobody: {
    belongsTo: 'nobody',
    accounts: [],
    meaning: 'It belongs to no account or profile: only endpoints without those filters receive it.',
  },
} as const satisfies Readonly<Record<string, OwnerPlaces>>;

export type EventOwner = keyof typeof OWNERS;

/** The places of an owner, with every key there may be. */
export const placesOf = (owner: EventOwner): OwnerPlaces => OWNERS[owner];

/** What brings an event about when no operation does, word by word of `x-svc-event.causes`. */
export const CAUSES = {
  inbound: 'a person on the platform',
  network: 'the platform, the carrier or a reviewer',
  clock: 'due work',
  control: 'the control surface of the local service',
} as const;

export type EventCause = keyof typeof CAUSES;

/** A payload without the keys of its envelope. */
export type EventSample = Readonly<Record<string, unknown>>;

/** Event to sample payload; a file of its own among the cards, read by those who show or send one. */
export type EventSamples = Readonly<Record<string, EventSample>>;
