/** Records and posts by their ids, as the one process that writes knows them, so that a server is not asked for what this process has read or written itself. Used by on-backend.ts, reader.ts and tx.ts. */
import type { UnitNotes } from './changes.ts';

export interface Memory extends UnitNotes {
  /** For readings of what is committed. */
  readonly committed: Recall;
  /** For a unit: what it and the units before it in the batch have written, and else what is committed. */
  readonly written: Recall;
  /** Notes a value that a unit writes; undefined for one that it removes. */
  write(key: string, value: unknown): void;
  /** What a unit knows of a value without asking: `{}` where nothing is there, undefined where that is unknown. */
  known<T>(key: string): { readonly value?: T } | undefined;
  /** What was noted is committed now. */
  commit(): void;
  /** Nothing is known any more. */
  forget(): void;
}

/** Parts of a key are joined so. */
export const keyOf = (kind: string, id: string): string => `${kind} ${id}`;

/** A post's key; no kind is called so. */
export const postKey = (id: string): string => `/post ${id}`;

export interface Recall {
  /** @param load asks the database */
  get<T>(key: string, load: () => Promise<T | undefined>): Promise<T | undefined>;
}

/** Characters that are kept at most. */
const MOST = 32 * 1024 * 1024;

/** Texts of values, so that nobody changes what others are given; null where nothing is there. */
type Texts = Map<string, string | null>;

export function openMemory(most = MOST): Memory {
  const known = keptTexts(most);
  const pending: Texts = new Map();
  let log: { readonly key: string; readonly before: string | null | undefined }[] = [];
  let commits = 0;
  const loading = new Map<string, Promise<string | null>>();
  const loadText = async (key: string, load: () => Promise<unknown>): Promise<string | null> => {
    const at = commits;
    const text = textOf(await load());
    // What is committed meanwhile may be another value.
    if (commits === at) known.set(key, text);
    return text;
  };
  const recall = async <T>(key: string, load: () => Promise<T | undefined>): Promise<T | undefined> => {
    const text = known.get(key);
    if (text !== undefined) return valueOf<T>(text);
    // Those who ask for the same value at one time ask once.
    const asked = `${String(commits)} ${key}`;
    const one = loading.get(asked) ?? loadText(key, load).finally(() => loading.delete(asked));
    loading.set(asked, one);
    return valueOf<T>(await one);
  };
  return {
    committed: { get: recall },
    written: {
      get: async <T>(key: string, load: () => Promise<T | undefined>) => {
        const text = pending.get(key);
        return text === undefined ? recall(key, load) : valueOf<T>(text);
      },
    },
    write(key, value) {
      log.push({ key, before: pending.get(key) });
      pending.set(key, textOf(value));
    },
    known<T>(key: string) {
      const text = pending.has(key) ? pending.get(key) : known.get(key);
      if (text === undefined) return undefined;
      return text === null ? {} : { value: JSON.parse(text) as T };
    },
    mark: () => log.length,
    dropSince(mark) {
      for (const { key, before } of log.splice(mark).reverse()) {
        if (before === undefined) pending.delete(key);
        else pending.set(key, before);
      }
    },
    commit() {
      commits += 1;
      for (const [key, text] of pending) known.set(key, text);
      pending.clear();
      log = [];
    },
    forget() {
      commits += 1;
      known.clear();
      pending.clear();
      log = [];
    },
  };
}

const textOf = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

const valueOf = <T>(text: string | null): T | undefined => (text === null ? undefined : (JSON.parse(text) as T));

/** What was used last stays. */
function keptTexts(most: number) {
  const texts: Texts = new Map();
  let size = 0;
  const remove = (key: string): void => {
    size -= (texts.get(key)?.length ?? 0) + key.length;
    texts.delete(key);
  };
  return {
    get(key: string): string | null | undefined {
      const text = texts.get(key);
      if (text === undefined) return undefined;
      texts.delete(key);
      texts.set(key, text);
      return text;
    },
    set(key: string, text: string | null): void {
      if (texts.has(key)) remove(key);
      texts.set(key, text);
      size += (text?.length ?? 0) + key.length;
      for (const oldest of texts.keys()) {
        if (size <= most) break;
        remove(oldest);
      }
    },
    clear(): void {
      texts.clear();
      size = 0;
    },
  };
}
