/** The only reader of compiled cards: names first, then one command by itself, an area's whole file when it is needed. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  Card,
  CardFile,
  CardIndex,
  CommandFile,
  Method,
  Names,
  OperationRow,
  Route,
  Routes,
} from '../kernel/card.ts';
import type { Schema } from '../kernel/schema.ts';
import type { EventSamples } from '../kernel/event.ts';
import type { CalledKinds } from '../kernel/called.ts';
import type { Completable } from '../kernel/completion.ts';
import type { Manifest } from '../kernel/manifest.ts';
import type { Fixtures, ServedOperation, ServiceCards } from '../kernel/effect.ts';
import type { Examples } from '../kernel/example.ts';
import { resolved } from '../schema/reference.ts';

export interface Catalog {
  /** Every name of the command tree. */
  index(): CardIndex;
  /** The nouns at the top of the tree, or one of them with all below it; undefined when there is no such noun. */
  names(noun?: string): Names | undefined;
  /** The cards and schemas of an area; throws when there is no such area. */
  file(area: string): CardFile;
  /** One operation with the schemas of its input; throws when it does not exist. Schemas of answers are read on demand. */
  command(operationId: string): CommandFile;
  /** The card of an operationId; throws when it does not exist. */
  card(operationId: string): Card;
  /** How records of each kind are found by their names. */
  called(): CalledKinds;
  /** What completion knows of a command, or of the flags of every command. */
  completion(path?: string): Completable;
  /** Every operation as one looks it up, in the order of the commands. */
  operations(): readonly OperationRow[];
  /** The published description, OpenAPI 3.1. */
  published(): Readonly<Record<string, unknown>>;
  /** The command line as data: every command with its arguments, flags and exits. */
  manifest(): Manifest;
  /** The sample payload of every webhook event. */
  samples(): EventSamples;
  /** What the examples of the help ask for, operation by operation. */
  examples(): Examples;
  /** Where every operation answers. */
  routes(): readonly Route[];
  /** What every kind of record declares. */
  kinds(): ServiceCards['kinds'];
  /** What the service knows of an operation besides its card, read with those of its area. */
  served(operation: Pick<Card, 'area' | 'id'>): ServedOperation | undefined;
  /** What the service knows of all operations and all kinds. */
  service(): ServiceCards;
  /** What the simulated networks own, kind by kind. */
  fixtures(): Fixtures;
  /** The schema that `#/schemas/Name` refers to in an area's cards. */
  schema(area: string, ref: string): Schema;
}

/**
 * Reads cards below `root` (`dist/cards`), each file once and only when asked for.
 * @param isReplaced asked after each file: cards of another build do not go with those that were read before
 */
export function openCatalog(root: string, isReplaced: () => boolean = () => false): Catalog {
  const files = new Map<string, unknown>();
  const commands = new Map<string, CommandFile>();
  const pathOf = (name: string): string => join(root, `${name}.json`);
  const read = <T>(name: string): T => {
    if (!files.has(name)) {
      const cards = JSON.parse(readFileSync(pathOf(name), 'utf8')) as unknown;
      if (isReplaced()) throw new Error(`The cards in ${root} are of another build.`);
      files.set(name, cards);
    }
    return files.get(name) as T;
  };
  const file = (area: string): CardFile => read<CardFile>(area);
  const command = (operationId: string): CommandFile => {
    const known = commands.get(operationId);
    if (known !== undefined) return known;
    const name = `commands/${operationId}`;
    if (!isWord(operationId) || !existsSync(pathOf(name)))
      throw new Error(`The cards know no operation ${operationId}.`);
    const { card, schemas } = read<CommandFile>(name);
    const answers = (): Card['responses'] =>
      file(card.area).operations.find(({ id }) => id === operationId)?.responses ?? {};
    const whole = Object.defineProperty({ ...card }, 'responses', { get: answers, enumerable: true });
    commands.set(operationId, { card: whole, schemas });
    return { card: whole, schemas };
  };
  return {
    index: () => read<CardIndex>('index'),
    names(noun) {
      const name = noun === undefined ? 'names' : `names/${noun}`;
      return noun === undefined || (isWord(noun) && existsSync(pathOf(name))) ? read<Names>(name) : undefined;
    },
    file,
    command,
    card: (operationId) => command(operationId).card,
    called: () => read<CalledKinds>('called'),
    completion: (path) =>
      read<Completable>(path === undefined ? 'completion' : `completion/${path.replaceAll(' ', '.')}`),
    operations: () => read<readonly OperationRow[]>('operations'),
    published: () => read<Readonly<Record<string, unknown>>>('../openapi'),
    manifest: () => read<Manifest>('../svc.manifest'),
    samples: () => read<EventSamples>('samples'),
    examples: () => read<Examples>('examples'),
    fixtures: () => read<Fixtures>('service/fixtures'),
    ...serviceCards(read),
    schema: (area, ref) => resolved({ $ref: ref }, file(area).schemas),
  };
}

/** What the local service reads besides the cards. */
function serviceCards(read: <T>(name: string) => T): Pick<Catalog, 'routes' | 'kinds' | 'served' | 'service'> {
  const kinds = () => read<ServiceCards['kinds']>('service/kinds');
  const effects = (area: string) => read<ServiceCards['operations']>(`service/effects/${area}`);
  const routes = (): Route[] =>
    Object.entries(read<Routes>(ROUTES)).flatMap(([area, operations]) =>
      Object.entries(operations).map(([id, address]) => {
        const [method, path] = address.split(' ') as [Method, string];
        return { area, id, method, path };
      }),
    );
  return {
    routes,
    kinds,
    served: ({ area, id }) => effects(area)[id],
    service: () => ({
      kinds: kinds(),
      operations: Object.assign({}, ...Object.keys(read<Routes>(ROUTES)).map(effects)) as ServiceCards['operations'],
    }),
  };
}

const ROUTES = 'service/routes';

/** What is typed becomes part of a path only when it is a plain word. */
const isWord = (text: string): boolean => /^[A-Za-z][\w-]*$/.test(text);
