/** Faults asked for through the control surface: which request they meet and what they do to it. Next stop: corridor/fault.ts. */
import type { Method } from '../../kernel/card.ts';
import type { FaultDrop } from '../../kernel/steering.ts';

export interface FaultMatch {
  readonly method?: Method;
  /** Path with `*` for anything within one segment and `**` for anything. */
  readonly path?: string;
  /** operationId. */
  readonly operation?: string;
  /** An account the request names in its path, query or body. */
  readonly accountId?: string;
  /** An API key, or its id. */
  readonly key?: string;
}

export interface FaultAction {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds of wall time. */
  readonly delayMs?: number;
  /**
   * Cuts the connection: `before` nothing was done, `after` the write was applied and the answer is lost. With a status,
   * `after` sends that answer instead of cutting.
   */
  readonly drop?: FaultDrop;
  /** Sends the first half of the answer, then cuts. */
  readonly truncate?: true;
  /** Answers with text that is not JSON. */
  readonly malformed?: true;
}

export interface NewFault {
  readonly match: FaultMatch;
  readonly action: FaultAction;
  /** Requests it meets; always when absent. */
  readonly times?: number;
  /** Matching requests it lets pass first. */
  readonly after?: number;
  /** 0 to 1; 1 when absent. */
  readonly probability?: number;
}

export interface Fault extends NewFault {
  readonly id: string;
  /** How many requests it met so far. */
  readonly hits: number;
}

/** What of a request a fault can be matched against. */
export interface Seen {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly operation: string | undefined;
  /** The key and its id. */
  readonly keys: readonly string[];
  /** Path, query and body as text, in which an account id is looked for. */
  readonly text: () => string;
}

export interface FaultTable {
  add(id: string, fault: NewFault): Fault;
  list(): Fault[];
  remove(id: string): boolean;
  clear(): void;
  /** The action of the first fault that meets this request, counted. */
  meet(seen: Seen): FaultAction | undefined;
}

interface Kept extends NewFault {
  readonly id: string;
  matched: number;
  hits: number;
}

/** @param chance a number from 0 up to 1, drawn for faults with a probability */
export function openFaults(chance: () => number): FaultTable {
  const kept = new Map<string, Kept>();
  return {
    add(id, fault) {
      const entry: Kept = { ...fault, id, matched: 0, hits: 0 };
      kept.set(id, entry);
      return faultView(entry);
    },
    list: () => [...kept.values()].map(faultView),
    remove: (id) => kept.delete(id),
    clear: () => kept.clear(),
    meet(seen) {
      for (const fault of kept.values()) if (meets(fault, seen, chance)) return fault.action;
      return undefined;
    },
  };
}

function meets(fault: Kept, seen: Seen, chance: () => number): boolean {
  if (fault.times !== undefined && fault.hits >= fault.times) return false;
  if (!matches(fault.match, seen)) return false;
  fault.matched += 1;
  if (fault.matched <= (fault.after ?? 0)) return false;
  if (fault.probability !== undefined && chance() >= fault.probability) return false;
  fault.hits += 1;
  return true;
}

const matches = (match: FaultMatch, seen: Seen): boolean =>
  (match.method === undefined || match.method === seen.method) &&
  (match.path === undefined || pathPattern(match.path).test(seen.path)) &&
  (match.operation === undefined || match.operation === seen.operation) &&
  (match.key === undefined || seen.keys.includes(match.key)) &&
  (match.accountId === undefined || seen.text().includes(match.accountId));

const pathPattern = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .split(/(\*+)/)
      .map((part) =>
        part === '*' ? '[^/]*' : part.startsWith('**') ? '.*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'),
      )
      .join('')}$`,
  );

const faultView = ({ matched: _matched, ...fault }: Kept): Fault => fault;
