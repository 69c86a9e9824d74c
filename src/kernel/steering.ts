/** The names of options and control calls of the local service, shared by its control API and `svc local`. */

/** The database of a service, in its data folder. */
export const STORE_FILE = 'service.db';

/** In the data folder: data that an earlier svc wrote in another form, one folder for each time. */
export const SET_ASIDE_FOLDER = 'earlier';

/** Source: control surface, start-up options. */
export const SEED_PACKS = ['demo', 'empty'] as const;
export const CLOCK_MODES = ['real', 'frozen'] as const;
export type ClockMode = (typeof CLOCK_MODES)[number];

/** Source: control surface, `PATCH /_local/team`. */
export const PLAN_PRESETS = ['full', 'free', 'legacy', 'unpaid', 'no_ads', 'no_inbox', 'no_analytics'] as const;
export type PlanPreset = (typeof PLAN_PRESETS)[number];

/** Variants of a connection. Source: control surface, `POST /_local/accounts`. */
export const CONNECTION_KINDS = [
  'developer_app',
  'personal',
  'organization',
  'coexistence',
  'shop',
  'older_shop',
  'blog',
] as const;

/** The outcomes that a simulated platform can be set to, and the operations they apply to. Source: control surface, `behaviour`. */
export const NETWORK_OUTCOMES = [
  'ok',
  'reject',
  'rate_limited',
  'server_error',
  'timeout',
  'token_expired',
  'lost',
] as const;
export type NetworkOutcome = (typeof NETWORK_OUTCOMES)[number];

export const NETWORK_OPERATIONS = [
  'publish',
  'send',
  'read',
  'comment',
  'review',
  'ad',
  'call',
  'role',
  'event',
  'insights',
  'approval',
] as const;
export type NetworkOperation = (typeof NETWORK_OPERATIONS)[number];

/** Whether due work is done. Source: control surface, `POST /_local/worker`. */
export const WORKER_STATES = ['running', 'paused'] as const;

/** When a fault cuts the connection: before anything was done, or after all of it. Source: control surface, `POST /_local/faults`. */
export const FAULT_DROPS = ['before', 'after'] as const;
export type FaultDrop = (typeof FAULT_DROPS)[number];

/** What `svc local start` prints, and what is kept in `service.json` while it runs. */
export interface ServiceState {
  readonly url: string;
  readonly apiKey: string;
  readonly controlKey: string;
  readonly mcpUrl: string;
  readonly consoleUrl: string;
  readonly pid: number;
  readonly dataDir: string;
  /** Of the svc that started it; absent where an early one did. */
  readonly version?: string;
}

export const SERVICE_FIELDS = [
  'url',
  'apiKey',
  'controlKey',
  'mcpUrl',
  'consoleUrl',
  'pid',
  'dataDir',
  'version',
] as const satisfies readonly (keyof ServiceState)[];

/** What a seed file holds: nouns of the command line, each with records as `svc NOUN create --input` takes them. */
export type SeedDocument = Readonly<Record<string, unknown>>;

/** What a seed file has created: noun → number of records. */
export type SeedCounts = Readonly<Record<string, number>>;

/** What a carrier may decide. Source: control surface, `POST /_local/carrier/{id}`. */
export const CARRIER_DECISIONS = ['approve', 'reject', 'request_changes'] as const;
export type CarrierDecision = (typeof CARRIER_DECISIONS)[number];

/** What the other end of a call does. Source: control surface, `POST /_local/calls/{id}`. */
export const CALL_ACTIONS = ['answer', 'say', 'press', 'leave_voicemail', 'hang_up'] as const;

/** What may be decided about a login of a device. */
export const LOGIN_DECISIONS = ['approve', 'deny'] as const;

/** What may be decided about a sign-in at a network. */
export const CONNECT_DECISIONS = ['approve', 'deny', 'error'] as const;
