/** What the compiler will not take: collected, so that one run names every fault, each with its file and operation. */

export interface Place {
  readonly file: string;
  readonly operation?: string | undefined;
}

export type Refuse = (place: Place, sentence: string) => void;

export interface Refusals {
  readonly refuse: Refuse;
  /** `posts.yaml createPost: has no summary`, in the order of finding. */
  readonly sentences: readonly string[];
}

export function collectRefusals(): Refusals {
  const sentences: string[] = [];
  return {
    sentences,
    refuse: ({ file, operation }, sentence) =>
      void sentences.push(`${file}${operation === undefined ? '' : ` ${operation}`}: ${sentence}`),
  };
}

/** The press stops with this; its message is every refusal on a line of its own. */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(readonly sentences: readonly string[]) {
    super(sentences.join('\n'));
  }
}
