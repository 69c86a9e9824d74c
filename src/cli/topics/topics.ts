/** Topics of `svc help`: what no single command can tell. Their texts lie beside, each loaded when it is asked for. */
import type { Topic } from './topic.ts';

export interface TopicEntry {
  /** `svc help NAME`. */
  readonly name: string;
  readonly summary: string;
  /** Nouns whose help names the topic. */
  readonly nouns: readonly string[];
  readonly load: () => Promise<{ readonly default: Topic }>;
}

// prettier-ignore
export const TOPICS: readonly TopicEntry[] = [
];
