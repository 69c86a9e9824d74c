/** One thing that `svc purge` can remove. */

export interface Finding {
  /** For people: `data of a local service`. */
  readonly what: string;
  readonly where: string;
  /** Files, or entries of the keychain. */
  readonly files: number;
  readonly sizeBytes: number;
  /** Process id of the service that runs there. */
  readonly pid?: number;
  /** What is beside it, is not svc's, and stays. */
  readonly others: readonly string[];
  /** Can be done again after it was interrupted. @throws Failure for what could not be removed */
  remove(): Promise<void>;
}
