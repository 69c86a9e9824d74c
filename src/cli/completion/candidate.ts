/** A word that completion offers. Found by values.ts, chosen by candidates.ts. */

export interface Candidate {
  readonly value: string;
  /** Empty where there is nothing to say about the word. */
  readonly about: string;
}
