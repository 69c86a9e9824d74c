/** The compiler: contract in, cards out. What it finds wrong goes to refuse; audit.ts looks at the whole. */
import type { Branch, CardFile, CardIndex, CommandEntry } from '../kernel/card.ts';
import type { Schema } from '../kernel/schema.ts';
import { audit } from './audit.ts';
import type { Fixtures, ServiceCards } from '../kernel/effect.ts';
import { METHODS } from '../kernel/methods.ts';
import type { CalledKinds } from '../kernel/called.ts';
import { calledKinds, withNamed } from './called.ts';
import { cardOf } from './card.ts';
import { withCharts } from './charts.ts';
import type { Contract, OperationWords, Page, PathWords } from './contract.ts';
import { compileEffects } from './effects.ts';
import { pressedEvents, type PressedEvents } from './event-rows.ts';
import { withRecords } from './records.ts';
import { reached, shortened } from './references.ts';
import type { Refuse } from './refusal.ts';
import type { Operation } from './operation.ts';
import { withPlatforms } from './sole-account.ts';
import { withViews } from './views.ts';

export interface Compiled {
  readonly index: CardIndex;
  /** One per area, in the order of the areas' names. */
  readonly files: readonly CardFile[];
  /** Payload schema of every webhook event, with the schemas they reach; no operations. */
  readonly events: CardFile;
  /** What the contract says about each event besides its payload. */
  readonly eventRows: PressedEvents;
  /** Kinds and effects, for the service alone. */
  readonly service: ServiceCards;
  readonly fixtures: Fixtures;
  /** How records are found by their names, for the client. */
  readonly called: CalledKinds;
}

/** Name of the file of event payloads among the cards. */
export const EVENTS_FILE = 'events';

export function compile(contract: Contract, refuse: Refuse): Compiled {
  const schemas = shortened(contract.components.schemas ?? {});
  const read = contract.areas
    .flatMap((page) => operationsOf(page, contract, refuse))
    .map((operation) => ({ ...operation, card: withRecords(operation.card, schemas) }));
  const viewed = withViews({ operations: read, kinds: contract.kinds, schemas, columns: contract.columns }, refuse);
  const charted = withCharts(viewed, { charts: contract.charts, schemas }, refuse);
  const service = compileEffects({ operations: charted, kinds: contract.kinds, schemas }, refuse);
  const naming = { kinds: contract.kinds, schemas, served: service.operations };
  const called = calledKinds(charted, naming, refuse);
  const operations = withPlatforms(withNamed(charted, called, naming), naming);
  const payloads = payloadsOf(contract);
  const branches = contract.areas.flatMap((page) => branchesOf(page, operations, groupsOf(contract)));
  audit({ contract, operations, schemas, payloads, branches }, refuse);
  const areas = [...new Set(operations.map(({ card }) => card.area))].sort(compareText);
  return {
    index: {
      version: String(contract.document.info?.version ?? ''),
      branches: inOrder(branches, Object.values(groupsOf(contract))),
      commands: commandsOf(operations),
      groups: groupsOf(contract),
      events: Object.keys(payloads),
    },
    files: areas.map((area) => fileOf(area, operations, schemas)),
    events: {
      area: EVENTS_FILE,
      operations: [],
      schemas: { ...reached(Object.values(payloads), schemas), ...payloads },
    },
    eventRows: pressedEvents(contract),
    fixtures: contract.fixtures,
    service,
    called,
  };
}

function operationsOf(page: Page, contract: Contract, refuse: Refuse): Operation[] {
  const area = page.info?.title ?? page.file.replace(/\.yaml$/, '');
  return Object.entries(page.paths ?? {}).flatMap(([path, item]: [string, PathWords]) =>
    METHODS.filter((method) => item[method.toLowerCase()] !== undefined).map((method) => {
      const own = item[method.toLowerCase()] as OperationWords;
      const words = { ...own, parameters: [...(item.parameters ?? []), ...(own.parameters ?? [])] };
      const card = cardOf({ words, area, method, path }, { file: page.file, contract, refuse });
      return { file: page.file, words, card };
    }),
  );
}

function payloadsOf(contract: Contract): Record<string, Schema> {
  const events = contract.pages.flatMap(({ webhooks }) => Object.entries(webhooks ?? {}));
  return Object.fromEntries(
    events.map(([name, item]) => {
      const content = Object.values(item)[0]?.requestBody?.content ?? {};
      return [name, shortened(content['application/json']?.schema ?? {})];
    }),
  );
}

function groupsOf({ document }: Contract): Record<string, string> {
  return Object.fromEntries((document.tags ?? []).map((tag) => [tag.name, tag.summary ?? tag.description ?? tag.name]));
}

function branchesOf(page: Page, operations: readonly Operation[], groups: Readonly<Record<string, string>>): Branch[] {
  return (page.tags ?? []).map(({ name, summary, description }) => {
    const below = operations.filter(({ card }) => card.command.path.join(' ').startsWith(`${name} `));
    const group = below.map(({ card }) => card.group).find((one) => one !== undefined);
    return { name, summary: summary ?? description ?? '', heading: groups[group ?? ''] ?? 'General' };
  });
}

/** By resource group in the order of the document, then by name; nouns of no group come last. */
function inOrder(branches: readonly Branch[], headings: readonly string[]): Branch[] {
  const rank = ({ heading }: Branch): number => (headings.includes(heading) ? headings.indexOf(heading) : Infinity);
  return [...branches].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)) || compareText(a.name, b.name));
}

function commandsOf(operations: readonly Operation[]): Record<string, CommandEntry> {
  const entries = operations.map(({ card }): [string, CommandEntry] => {
    const { path, aliases } = card.command;
    const { area, id, method, summary } = card;
    const more = { ...(card.deprecated && { hidden: true }), ...(aliases && { aliases }) };
    return [path.join(' '), { area, id, method, path: card.path, summary, ...more }];
  });
  return Object.fromEntries(entries.sort(([a], [b]) => compareText(a, b)));
}

function fileOf(area: string, operations: readonly Operation[], schemas: Readonly<Record<string, Schema>>): CardFile {
  const cards = operations.map(({ card }) => card).filter((card) => card.area === area);
  return { area, operations: cards, schemas: reached(cards, schemas) };
}

/** Plain order of code units, the same on every machine. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
