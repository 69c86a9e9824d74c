/** Records, posts and items of feeds by their ids, as the one process that writes knows them, so that a server is not asked for what this process has read or written itself. Used by on-backend.ts, reader.ts and tx.ts. */
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
  /** Knows and notes nothing while all tables are replaced, and nothing of what was there before. */
  without<T>(act: () => Promise<T>): Promise<T>;
}

/** Parts of a key are joined so. */
export const keyOf = (kind: string, id: string): string => `${kind} ${id}`;

/** A post's key; no kind is called so. */
export const postKey = (id: string): string => `/post ${id}`;

/** The key of an item of an account's feed, by the caller's key. */
export const feedKey = (accountId: string, key: string): string => `/feed ${accountId} ${key}`;

export interface Recall {
  /** @param load asks the database */
  get<T>(key: string, load: () => Promise<T | undefined>): Promise<T | undefined>;
}

/** Characters that are kept at most. */
const MOST = 32 * 1024 * 1024;

/** A value that the database is asked for. */
interface Loading {
  readonly text: Promise<string | null>;
  isOutdated: boolean;
}

/** Texts of values, so that nobody changes what others are given; null where nothing is there. */
type Texts = Map<string, string | null>;

export const openMemory = (most = MOST): Memory => new OneMemory(most);

class OneMemory implements Memory {
  readonly #known;
  readonly #pending: Texts = new Map();
  readonly #loading = new Map<string, Loading>();
  #log: { readonly key: string; readonly before: string | null | undefined }[] = [];
  #isOff = false;

  constructor(most: number) {
    this.#known = keptTexts(most);
  }

  readonly committed: Recall = { get: (key, load) => this.#recall(key, load) };

  readonly written: Recall = {
    get: async <T>(key: string, load: () => Promise<T | undefined>) => {
      const text = this.#pending.get(key);
      return text === undefined ? this.#recall(key, load) : valueOf<T>(text);
    },
  };

  write(key: string, value: unknown): void {
    if (this.#isOff) return;
    this.#log.push({ key, before: this.#pending.get(key) });
    this.#pending.set(key, textOf(value));
  }

  known<T>(key: string): { readonly value?: T } | undefined {
    const text = this.#pending.has(key) ? this.#pending.get(key) : this.#known.get(key);
    if (text === undefined) return undefined;
    return text === null ? {} : { value: JSON.parse(text) as T };
  }

  mark(): number {
    return this.#log.length;
  }

  dropSince(mark: number): void {
    for (const { key, before } of this.#log.splice(mark).reverse()) {
      if (before === undefined) this.#pending.delete(key);
      else this.#pending.set(key, before);
    }
  }

  commit(): void {
    for (const [key, text] of this.#pending) {
      this.#known.set(key, text);
      this.#outdate(key);
    }
    this.#pending.clear();
    this.#log = [];
  }

  forget(): void {
    this.#known.clear();
    for (const key of this.#loading.keys()) this.#outdate(key);
    this.#pending.clear();
    this.#log = [];
  }

  async without<T>(act: () => Promise<T>): Promise<T> {
    this.forget();
    this.#isOff = true;
    try {
      return await act();
    } finally {
      this.#isOff = false;
      this.forget();
    }
  }

  async #recall<T>(key: string, load: () => Promise<T | undefined>): Promise<T | undefined> {
    const text = this.#known.get(key);
    if (text !== undefined) return valueOf<T>(text);
    if (this.#isOff) return load();
    // Those who ask for the same value at one time ask once.
    const loading = this.#loading.get(key) ?? this.#load(key, load);
    return valueOf<T>(await loading.text);
  }

  #load(key: string, load: () => Promise<unknown>): Loading {
    const loading: Loading = {
      isOutdated: false,
      text: load()
        .then((value) => {
          const text = textOf(value);
          if (!loading.isOutdated && !this.#isOff) this.#known.set(key, text);
          return text;
        })
        .finally(() => {
          if (this.#loading.get(key) === loading) this.#loading.delete(key);
        }),
    };
    this.#loading.set(key, loading);
    return loading;
  }

  /** Another value may be there now than the one that is on its way. */
  #outdate(key: string): void {
    const loading = this.#loading.get(key);
    if (loading === undefined) return;
    loading.isOutdated = true;
    this.#loading.delete(key);
  }
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
