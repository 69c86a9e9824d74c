/** Where calls go and on whose behalf. Made by auth/, used by everything that sends. */

export interface Target {
  /** Name of the context; absent when only environment or flags speak. */
  readonly context?: string;
  /** Without a trailing slash and without `/v1`. */
  readonly baseUrl: string;
  readonly key: string;
  /** Where the key came from, for people: `SVC_API_KEY`, `context live`, `local service`. */
  readonly source: string;
  /** What to do when the service refuses the key, for people. */
  readonly remedy?: string;
  /** Address of the tool server, when one is known. */
  readonly mcpUrl?: string;
  /** Profile that names are looked up in unless a flag says otherwise. */
  readonly profile?: string;
}
