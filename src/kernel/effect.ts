/** The words of `x-svc-effect` and of `src/contract/kinds`: what operations do to which kind of record. Compiled by build/effects, read by the service. */
import type { ApiErrorCode } from './errors.ts';
import type { Schema } from './schema.ts';
import type { Column } from './view.ts';

/**
 * - `create`, `get`, `list`, `update`, `delete`: of records of the kind
 * - `move`: gives the record the state in `to`
 * - `set`: gives the record the values in `sets`
 * - `compute`: reads and answers, and writes nothing
 * - `fixture`: reads what the simulated network owns
 * - `run`: a function of the area; it declares what it writes and sends
 */
export type Deed = (typeof DEEDS)[number];

export const DEEDS = ['create', 'get', 'list', 'update', 'delete', 'move', 'set', 'compute', 'fixture', 'run'] as const;

/** Deeds that change nothing, whatever the method of the operation is. */
export const READINGS: readonly Deed[] = ['get', 'list', 'compute', 'fixture'];

export const STEPS = ['intent', 'ask', 'outcome'] as const;

export type Step = (typeof STEPS)[number];

/** `x-svc-effect` of an operation. Paths into an answer are dotted; `.` is the answer itself. */
export interface Effect {
  readonly does: Deed;
  /** Absent where the operation is about no record, such as a validation. */
  readonly kind?: string;
  /** Where the id of the record is, unless a place of the path holds it: `query.assetId`, `body.webhookId`. */
  readonly id?: string;
  /** Place of the path with the record that `create` copies. */
  readonly copies?: string;
  /** List in the body, or words with commas in the query, with one entry for each record. */
  readonly each?: string;
  /** State that `move` leads to. */
  readonly to?: string;
  /** Fields of the record afterwards: constants, or the words that `answer` has. */
  readonly sets?: Readonly<Record<string, unknown>>;
  /** Fields that are read under another name than they are sent: sent to read. */
  readonly as?: Readonly<Record<string, string>>;
  /**
   * Fields of query and body (dotted paths within objects) to the kinds whose ids they hold, where the names of kinds do not say it or say it wrongly;
   * `null` for a field that holds no id, no kind for one that the operation's own function looks for.
   */
  readonly refers?: Readonly<Record<string, string | readonly string[] | null>>;
  /** Field of the owner in which the record is read. */
  readonly within?: string;
  /** Field of the body that is kept as a file of the record. */
  readonly file?: string;
  /** Where the record is in the answer. */
  readonly record?: string;
  /** Where the records are in the answer. */
  readonly list?: string;
  /** Query with which the list holds every record. */
  readonly whole?: Readonly<Record<string, unknown>>;
  /** True for a list that begins with what is newest, unless the caller asks for another order. */
  readonly newestFirst?: boolean;
  /** Values that every record of the list has; others are not in it, nor got by their id. */
  readonly where?: Readonly<Record<string, unknown>>;
  /** What parameters of a list mean that are no field of its records: a field by another name, or one of `LIST_WORDS`. */
  readonly query?: Readonly<Record<string, string>>;
  /** Other members of the answer: constants, `$id`, `$now`, `$count`, `$count.NAME`, `$body.NAME`, `$path.NAME`, `$query.NAME`. */
  readonly answer?: Readonly<Record<string, unknown>>;
  /**
   * Members of the answer that are neither sent nor kept: dotted path, lists and what is below included, to what they are
   * made from.
   */
  readonly computed?: Readonly<Record<string, Origin>>;
  /** Kinds that a function writes besides its own. */
  readonly writes?: readonly string[];
  /** What is sent to a network: kinds of feed items. Of a deed without a function, the first one, with the record; deleting removes it. */
  readonly sends?: readonly string[];
  /**
   * Commits of a call that asks a network or an endpoint while its caller waits: `intent` before it is asked, `ask` where the
   * simulated network writes it down, `outcome` afterwards. Without it a write commits once.
   */
  readonly steps?: readonly Step[];
  /** Area whose behaviour the operation waits for; until then it is answered with 501 `not_simulated`, a reading with nothing. */
  readonly waits?: string;
}

/**
 * Meanings of a list's parameters besides fields.
 * - `$from`, `$to`: bounds of the time at which a record was created
 * - `$search`: words that a record holds in any of its texts
 * - `$sort`: the field that the list is sorted by; `$direction`: `asc` or `desc`
 * - `$own`: what the function of the area makes of it
 * - `$unused`: the answer is the same whatever it says
 */
export type ListWord = (typeof LIST_WORDS)[number];

export const LIST_WORDS = ['$from', '$to', '$search', '$sort', '$direction', '$own', '$unused'] as const;

/**
 * What a computed member of an answer is made from.
 * - `call`: the call itself, what it sent and how it went
 * - `contract`: operations, schemas and the values that they allow
 * - `network`: what the simulated network makes up: figures and ids, the same for the same account and day
 * - `plan`: the team's plan
 * - `platforms`: rows of `src/platforms`
 * - `prices`: the price table
 * - `records`: records, counted, summed or judged
 * - `words`: words, bounds and addresses of the service
 */
export type Origin = (typeof ORIGINS)[number];

export const ORIGINS = ['call', 'contract', 'network', 'plan', 'platforms', 'prices', 'records', 'words'] as const;

/** Form of a record's id. `single`: one record for each owner, without an id of its own. */
export type IdForm = (typeof ID_FORMS)[number];

export const ID_FORMS = ['record', 'native', 'uuid', 'phone', 'name', 'single'] as const;

/**
 * Where the first records of a kind come from.
 * - `team`: callers, and what comes in from people and networks
 * - `network`: a fixture of the simulated network
 * - `derived`: computed from other kinds
 */
export type Source = (typeof SOURCES)[number];

export const SOURCES = ['team', 'network', 'derived'] as const;

/**
 * How a field reads that does not read as it was sent.
 * - `unique`: each entry of the list once
 * - `pairs`: a list of keys and values as one text, `a=1&b=2`
 * - `byId`: entries change those with the same id, the first one of an id; amounts are text
 * - `plain`: an entry that is a plain word is read in that field
 * - `words`: another word for each word
 * - `unless`: not read when one of these fields is true, or a word that asks for another act
 */
export type Normal =
  | 'unique'
  | 'pairs'
  | 'byId'
  | { readonly plain: string }
  | { readonly words: Readonly<Record<string, unknown>> }
  | { readonly unless: readonly string[] }
  | { readonly lower: readonly string[] };

/**
 * - `feed`: on the simulated network, or on the phone of the one who gets it
 * - `event`: in an event
 * - `in KIND`: in the readings of another kind
 * - `answer`: in the answer to its call alone, as a file's address or a ticket is
 */
export type Seen = 'feed' | 'event' | 'answer' | `in ${string}`;

/** `called` of a kind in `src/contract/kinds`. */
export interface CalledWords {
  /** Dotted fields of a record that hold its name, the likeliest first. */
  readonly by: readonly string[];
  /** List that is searched for the name, where the kind has several. */
  readonly list?: string;
  /** Query of the list that narrows it to records with the name. */
  readonly search?: string;
  /** Pattern of ids in another form than usual. Without it any word of a network without a space may be an id. */
  readonly ids?: string;
  /** Dotted field of a row that holds the id, where that is not the key of the kind. */
  readonly at?: string;
  /** Names of the kind that do not hold its id. */
  readonly except?: readonly string[];
}

/** One kind of record, as `src/contract/kinds` declares it. */
export interface Kind {
  /** Where the records come from, in words. */
  readonly summary?: string;
  readonly id: IdForm;
  /** Field of the record under which its id is read. */
  readonly key?: string;
  /** Names of the id in paths, queries, bodies and other records. */
  readonly names?: readonly string[];
  /**
   * Further fields that hold ids of the kind, as one value or as a list: `accountIds`; with a dot, a field of an object of
   * that name, wherever it is in a body: `promotedObject.pixelId`.
   */
  readonly references?: readonly string[];
  /** How people call such a record, so that a name may be typed where its id is asked for. For the client's cards alone. */
  readonly called?: CalledWords;
  /** Kind whose ids are its ids too: a bookmark goes by the id of the tweet. */
  readonly of?: string;
  /** `team`, `profile`, `account`, `network`, or the kind that it is made below. */
  readonly owner: string;
  readonly source: Source;
  /**
   * True for records of the team that a key limited to profiles may make and change; their areas look at its profiles.
   * Nothing else of the team is changed by such a key.
   */
  readonly shared?: boolean;
  /** Fields that a new record has without being sent. */
  readonly initial?: Readonly<Record<string, unknown>>;
  /** Records that the demo pack has for the examples of the help, by what their id is the example of (`sms_registration:rejected`), with the fields that matter there. */
  readonly examples?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** Fields that hold the record's own times. */
  readonly times?: Readonly<Record<string, 'created' | 'changed'>>;
  /** Fields that count records made below: all of a kind, or those with certain values; of a list any. */
  readonly counts?: Readonly<Record<string, string | { readonly kind: string; readonly where: CountWhere }>>;
  /** Fields that count the entries of a list of the same record. */
  readonly lengths?: Readonly<Record<string, string>>;
  /** Platforms whose accounts have such records; a call that names an account of another is refused. */
  readonly platforms?: readonly string[];
  /** Settings with which posts of the account are published unless they say otherwise: where in the record each of them is. */
  readonly postDefaults?: Readonly<Record<string, readonly string[]>>;
  /** Whose word its `platform` is: the account's, or with `ads` that of the ad network behind it (`metaads` is `facebook` there). */
  readonly platform?: 'ads';
  /** Fields that read otherwise than they were sent, and how. */
  readonly normal?: Readonly<Record<string, Normal>>;
  /** Where what a caller writes is seen, for a kind that no operation reads. */
  readonly seen?: Seen;
  /** Fields that are sent and never read back, such as credentials. */
  readonly unread?: readonly string[];
  /** Fields that the service keeps with a record beside those of its schemas, and no answer shows. */
  readonly keeps?: Readonly<Record<string, Schema>>;
  /** Fields that every record has, whoever makes it, in the form in which they are stored; `{}` where that is the one that is declared elsewhere. */
  readonly holds?: Readonly<Record<string, Schema>>;
  /** Code of the catalogue for a record that is not there, where it has one of the kind's own; else `not_found`. */
  readonly missing?: ApiErrorCode;
  /** Fields that together name one record of its owner: a second one is a conflict. */
  readonly unique?: readonly string[];
  /** Columns of a table of such records, where an operation has no `x-svc-view` of its own. For the client's cards alone. */
  readonly view?: readonly Column[];
  /** State to what leads there: `create`, `work`, `network`, `caller`, or operations. */
  readonly states?: Readonly<Record<string, string | readonly string[]>>;
}

/** An operation as the service looks it up: its effect, and what its path and its answer are made of. */
export interface ServedOperation {
  readonly effect: Effect;
  /** Place of the path to the kind whose id it holds. Places that hold a plain word are absent. */
  readonly places: Readonly<Record<string, string>>;
  /** Field of query or body, or its dotted path in the body, to the kinds one of which must have its id; account and profile are looked for anyway. */
  readonly refers?: Readonly<Record<string, readonly string[]>>;
  /** Status of a success. */
  readonly status: number;
}

/** Fields of a record that came with a file, or was written to one. */
export const FILE_FIELDS = {
  url: { type: 'string' },
  filename: { type: 'string' },
  fileName: { type: 'string' },
  file_name: { type: 'string' },
  contentType: { type: 'string' },
  size: { type: 'integer' },
} as const satisfies Readonly<Record<string, Schema>>;

export type FileFields = {
  readonly [F in keyof typeof FILE_FIELDS]: (typeof FILE_FIELDS)[F]['type'] extends 'string' ? string : number;
};

/** What the service reads besides the cards: every kind, and every operation by its id. */
export interface ServiceCards {
  readonly kinds: Readonly<Record<string, Kind>>;
  readonly operations: Readonly<Record<string, ServedOperation>>;
}

/** Rows of the simulated networks by kind, the same at every call. */
export type Fixtures = Readonly<Record<string, readonly FixtureRow[]>>;

/** Values by field. */
export type CountWhere = Readonly<Record<string, string | readonly string[]>>;

export type FixtureRow = Readonly<Record<string, unknown>>;

/** Member of a row with the platform whose accounts have it; a row without it is there for every account. No answer shows it. */
export const ROW_PLATFORM = '$platform';
