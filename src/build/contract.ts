/** Reads the description in src/contract: YAML files in, one typed whole out. Next stop: compile.ts. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { CommandWords } from '../kernel/card.ts';
import type { Schema } from '../kernel/schema.ts';
import type { Effect, Fixtures } from '../kernel/effect.ts';
import type { EventLog, EventSample } from '../kernel/event.ts';
import type { Column } from '../kernel/view.ts';
import { readCharts, type Charts } from './chart-words.ts';
import { readColumnWords, type ColumnTable } from './column-words.ts';
import { readFixtures } from './fixtures.ts';
import { readKinds, type Kinds } from './kinds.ts';
import type { Refuse } from './refusal.ts';

export interface TagWords {
  readonly name: string;
  readonly summary?: string;
  readonly description?: string;
}

export interface ParameterWords {
  readonly $ref?: string;
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly deprecated?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export interface BodyWords {
  readonly $ref?: string;
  readonly required?: boolean;
  readonly content?: Content;
}

export interface ResponseWords {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Content;
}

/** `x-svc-event` as it is written; event-audit.ts judges it. The words are those of kernel/event.ts. */
export interface EventWords {
  readonly owner?: string;
  readonly platforms?: readonly string[];
  readonly incomingOnly?: readonly string[];
  readonly inbox?: boolean;
  readonly log?: EventLog;
  readonly subscribable?: boolean;
  readonly causes?: readonly string[];
  readonly sample?: EventSample;
}

export interface OperationWords {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly tags?: readonly string[];
  readonly parameters?: readonly ParameterWords[];
  readonly requestBody?: BodyWords;
  readonly responses?: Readonly<Record<string, ResponseWords>>;
  readonly 'x-svc-command'?: Partial<CommandWords>;
  /** Words of kernel/guard.ts, once build/guard.ts has passed them. */
  readonly 'x-svc-guard'?: Readonly<Record<string, unknown>>;
  readonly 'x-svc-effect'?: Partial<Effect>;
  /** Judged by views.ts. */
  readonly 'x-svc-view'?: readonly Column[];
  readonly 'x-svc-emits'?: readonly string[];
  /** On webhook events only. */
  readonly 'x-svc-event'?: EventWords;
  readonly 'x-svc-source'?: readonly string[];
}

export interface Components {
  readonly schemas?: Readonly<Record<string, Schema>>;
  readonly parameters?: Readonly<Record<string, ParameterWords>>;
  readonly requestBodies?: Readonly<Record<string, BodyWords>>;
  readonly responses?: Readonly<Record<string, ResponseWords>>;
  readonly [section: string]: Readonly<Record<string, unknown>> | undefined;
}

export type PathWords = Readonly<Record<string, OperationWords>> & { readonly parameters?: readonly ParameterWords[] };

/** One file of the contract: the document itself, shared schemas, events, or an area. */
export interface Page {
  /** File name, for messages. */
  readonly file: string;
  readonly openapi?: string;
  readonly info?: Readonly<Record<string, unknown>> & { readonly title?: string; readonly version?: string };
  readonly tags?: readonly TagWords[];
  readonly paths?: Readonly<Record<string, PathWords>>;
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, OperationWords>>>>;
  readonly components?: Components;
}

export interface Contract {
  /** document.yaml: title, version, servers, security and the resource groups as tags. */
  readonly document: Page;
  /** Every page, in the order of the file names. */
  readonly pages: readonly Page[];
  /** Pages that hold operations; their title is the area's name. */
  readonly areas: readonly Page[];
  /** The components of all pages as one. */
  readonly components: Components;
  /** The kinds of records, by their names. */
  readonly kinds: Kinds;
  /** What the simulated networks own. */
  readonly fixtures: Fixtures;
  /** What the columns of tables are called, and how their values read. */
  readonly columns: ColumnTable;
  /** What is drawn of answers. */
  readonly charts: Charts;
}

/** Reads every `*.yaml` of a folder. A component that two pages define is refused. */
export function readContract(folder: string, refuse: Refuse): Contract {
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
  const pages = files.sort().map((file) => readPage(folder, file));
  const document = pages.find(({ file }) => file === 'document.yaml');
  if (document === undefined) throw new Error(`${folder} has no document.yaml.`);
  const kinds = readKinds(folder, refuse);
  return {
    document,
    pages,
    areas: pages.filter(({ paths }) => paths !== undefined),
    components: merged(pages, refuse),
    kinds,
    fixtures: readFixtures(folder, kinds, refuse),
    columns: readColumnWords(folder, refuse),
    charts: readCharts(folder),
  };
}

function readPage(folder: string, file: string): Page {
  try {
    const page = parse(readFileSync(join(folder, file), 'utf8')) as Omit<Page, 'file'> | null;
    return { ...page, file };
  } catch (error) {
    throw new Error(`${file} is not readable as YAML: ${(error as Error).message}`, { cause: error });
  }
}

function merged(pages: readonly Page[], refuse: Refuse): Components {
  const whole: Record<string, Record<string, unknown>> = {};
  for (const { file, components } of pages) {
    for (const [section, entries] of Object.entries(components ?? {})) {
      const known = (whole[section] ??= {});
      for (const [name, entry] of Object.entries(entries ?? {})) {
        if (Object.hasOwn(known, name)) refuse({ file }, `the component ${section}/${name} is defined twice`);
        known[name] = entry;
      }
    }
  }
  return whole as Components;
}
