/** The words of a compiled operation. Written by build/compile, read through catalog/, used by everybody. */
import type { Chart } from './chart.ts';
import type { Effect } from './effect.ts';
import type { GuardWords } from './guard.ts';
import type { Schema } from './schema.ts';
import type { Column } from './view.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Param {
  /** The wire name, exactly as the API spells it. */
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
  /** One sentence in our own words. */
  readonly summary: string;
  readonly deprecated?: boolean;
}

export interface Body {
  readonly kind: 'json' | 'multipart' | 'binary';
  readonly required: boolean;
  readonly schema: Schema;
}

/** Where an answer names the entries that failed; one that is only a text is the reason. */
export interface FailureList {
  readonly list: string;
  /** The field of the body that held the entries; absent where the body is the only one. */
  readonly of?: string;
  /** The field of a failure with the index of its entry, from 0. */
  readonly index?: string;
  /** The field of a failure with what its entry is known by, where it has no index. */
  readonly named?: string;
  /** The field of a failure with the reason, or a list of them; `message` unless declared. */
  readonly reason?: string;
  /** True for a list of all entries, of which those with a reason failed. */
  readonly whole?: boolean;
}

/** `x-svc-command`: the operation as a command. */
export interface CommandWords {
  /** `['posts', 'create']` for `svc posts create`. */
  readonly path: readonly string[];
  readonly aliases?: readonly string[];
  /** The fields a person reaches for first; they stand at the top of `--help`. */
  readonly common?: readonly string[];
  /** The question asked before a destructive call. Its presence makes `--yes` necessary without a terminal. */
  readonly confirm?: string;
  /** Asked only with one of these in the body: a field, or `field=value` in any case. Absent asks always. */
  readonly confirmWith?: readonly string[];
  /** The list in the answer that names what failed of what was sent. A command with it can succeed in part. */
  readonly failures?: FailureList;
  /** Fields that hold phone numbers, and what else each may hold; judged before anything is sent. */
  readonly phones?: Readonly<Record<string, PhoneForm>>;
  /** Flags by another name than their field's, so that one thing has one word; the field's own name goes on working. */
  readonly flags?: Readonly<Record<string, string>>;
  /** List operation whose rows name the account of the record in the path, so that nobody has to. */
  readonly account?: string;
  /** Platform of the account in `accountId`: where only one such account is connected, nobody has to type it. */
  readonly platform?: string;
  /** Fields of the body that follow from the account in `accountId`, and need not be typed beside it. */
  readonly ofAccount?: readonly string[];
  /** Complete command lines, each beginning with `svc `. */
  readonly examples: readonly string[];
}

/** A number in E.164 form; one or a sender id; one, a `sip:` address or a `wss://` agent. */
export const PHONE_FORMS = ['number', 'sender', 'reach'] as const;
export type PhoneForm = (typeof PHONE_FORMS)[number];

/** What an operation does to which kind of record, and where its answer lists them. */
export type EffectWords = Pick<Effect, 'does' | 'kind' | 'list'>;

export interface Paging {
  /** The query parameters that move through the list, for example `['page']` or `['skip']`. */
  readonly position: readonly string[];
  /** The query parameter that sets the page size, when there is one. */
  readonly size?: string;
}

export interface Card {
  /** operationId, for example `createPost`. */
  readonly id: string;
  readonly area: string;
  readonly method: Method;
  /** Path template with `{name}` placeholders; begins with `/v1`. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly command: CommandWords;
  readonly params: readonly Param[];
  readonly body?: Body;
  /** Status (`200`, `2XX`, `default`) to schema, or null for a status without a known body. */
  readonly responses: Readonly<Record<string, Schema | null>>;
  /** What of `x-svc-effect` a client reads. */
  readonly effect?: EffectWords;
  /** `x-svc-view`, or the view of the kind: the columns of a table, in order. */
  readonly view?: readonly Column[];
  /** What --chart draws of the answer. */
  readonly chart?: Chart;
  /** True when the operation changes nothing: what it does in `x-svc-effect` is a reading. */
  readonly reads?: true;
  /** Places of the path and fields of query and body in which a name may be typed, to the kind whose id each holds. */
  readonly named?: Readonly<Record<string, string>>;
  /** Of a list: the fields of its records that hold their id and their name, the likeliest first. */
  readonly called?: { readonly key: string; readonly by: readonly string[] };
  /** `x-svc-guard`: what a call has to pass. */
  readonly guard?: GuardWords;
  /** Names of webhook events the operation may cause. */
  readonly emits: readonly string[];
  /** Statuses of `responses` that come with a JSON body; a body that may be a file is taken as it comes. */
  readonly bodied?: readonly string[];
  /** True when the operation can succeed in part: one of its answers is 207, or its answer names what failed. */
  readonly partial?: boolean;
  /** Resource group a restricted key must hold; absent when any valid key may call. */
  readonly group?: string;
  readonly paging?: Paging;
  /** The query parameter that says how many records an answer holds at most, where there are no pages. */
  readonly limit?: string;
  /** True for a card made of an address that was typed: its answer is taken as it comes. */
  readonly raw?: true;
  /** Fields of the answer that hold a list, the likeliest first: one for most lists, more where the answer has several forms. */
  readonly records?: readonly string[];
  /** Sections or rule ids of the specification. */
  readonly source: readonly string[];
}

/** One area's file of compiled cards: the operations and every shared schema they reach. */
export interface CardFile {
  readonly area: string;
  readonly operations: readonly Card[];
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** One noun (or nested noun) of the command tree. */
export interface Branch {
  /** `posts` or `accounts groups`. */
  readonly name: string;
  readonly summary: string;
  /** Heading in `svc --help`: the resource group's title. */
  readonly heading: string;
}

/** One operation by itself: the card, and every schema that what it takes reaches. Its answers lie in the area's file. */
export interface CommandFile {
  readonly card: Card;
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** A part of the command tree as names: its top, or one noun of the top with everything below it. */
export interface Names {
  readonly branches: readonly Branch[];
  /** `posts create` → where its card lies. */
  readonly commands: Readonly<Record<string, CommandEntry>>;
  /** Commands made by hand that are no operation: `local start` → its words, so that help need not load its module. */
  readonly own?: Readonly<Record<string, OwnEntry>>;
}

/** A row of the index of operations, found by id, command, path or words of its description. */
export interface OperationRow {
  readonly id: string;
  /** `posts create`. */
  readonly command: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly aliases?: readonly string[];
  /** Names of everything that can be sent, nested fields included. */
  readonly fields: readonly string[];
}

/** Every name of the tree: what suggestions and the commands about commands need without reading a card file. */
export interface CardIndex extends Names {
  /** Version string of the published description. */
  readonly version: string;
  /** Resource groups of restricted keys in order, name to title. */
  readonly groups: Readonly<Record<string, string>>;
  /** Names of all webhook events of the catalogue. */
  readonly events: readonly string[];
}

export interface CommandEntry {
  readonly area: string;
  readonly id: string;
  readonly method: Method;
  readonly path: string;
  readonly summary: string;
  readonly hidden?: boolean;
  readonly aliases?: readonly string[];
}

/** Where an operation answers. */
export type Route = Pick<CommandEntry, 'area' | 'id' | 'method' | 'path'>;

/** Routes as they are compiled: area → operation → `GET /v1/posts`. */
export type Routes = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface OwnEntry {
  readonly summary: string;
  readonly hidden?: boolean;
}
