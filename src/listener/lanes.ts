/** How many things are done at once; with an order, what belongs together is done one after the other. */

export class Lanes {
  readonly #width: number;
  readonly #tails = new Map<string, Promise<void>>();
  readonly #waiting: (() => void)[] = [];
  #busy = 0;

  /** @param width how many at once */
  constructor(width: number) {
    this.#width = width;
  }

  /** What is under way or waits. */
  get size(): number {
    return this.#busy + this.#waiting.length;
  }

  /** @param key acts of one key come one after the other, in the order of these calls; undefined has no order */
  async run<T>(key: string | undefined, act: () => Promise<T>): Promise<T> {
    if (key === undefined) return this.#slot(act);
    const before = this.#tails.get(key) ?? Promise.resolve();
    const done = before.then(() => this.#slot(act));
    const tail = done.then(noted, noted);
    this.#tails.set(key, tail);
    try {
      return await done;
    } finally {
      if (this.#tails.get(key) === tail) this.#tails.delete(key);
    }
  }

  async #slot<T>(act: () => Promise<T>): Promise<T> {
    if (this.#busy >= this.#width) await new Promise<void>((free) => this.#waiting.push(free));
    else this.#busy += 1;
    try {
      return await act();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#busy -= 1;
      else next();
    }
  }
}

const noted = (): void => undefined;

/** Places of ids that keep events in order among themselves, the narrowest first. */
const PLACES: readonly (readonly string[])[] = [
  ['conversation', 'id'],
  ['message', 'conversationId'],
  ['post', 'id'],
  ['post', '_id'],
  ['comment', 'postId'],
  ['call', 'id'],
  ['contact', 'id'],
];

/** What an event is about: a conversation, a post, else the account it names; undefined when it names none. */
export function orderKeyOf(
  payload: Readonly<Record<string, unknown>>,
  accountIds: readonly string[],
): string | undefined {
  for (const path of PLACES) {
    const id = path.reduce<unknown>((at, name) => (at as Record<string, unknown> | undefined)?.[name], payload);
    if (typeof id === 'string') return id;
  }
  return accountIds[0];
}
