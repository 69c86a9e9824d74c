/** The topics of `svc help`: what does not belong to a single command. Each text is in a file beside this one, loaded on demand. */
import type { Facts, Topic } from './topic.ts';

export interface TopicEntry {
  /** `svc help NAME`. */
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly default: (facts: Facts) => Topic }>;
}

// prettier-ignore
export const TOPICS: readonly TopicEntry[] = [
  { name: 'environment', summary: 'The environment variables that svc reads, and where it stores files.', load: () => import('./environment.ts') },
  { name: 'exit-codes', summary: 'What each exit code means.', load: () => import('./exit-codes.ts') },
  { name: 'output', summary: 'Output formats, and how to select parts of a result.', load: () => import('./output.ts') },
  { name: 'webhooks', summary: 'Events, and how a receiver verifies them.', load: () => import('./webhooks.ts') },
  { name: 'scripting', summary: 'What a script can rely on.', load: () => import('./scripting.ts') },
  { name: 'local', summary: 'The local API: time, networks, faults.', load: () => import('./local.ts') },
];

/** The topic of `svc help WORD`; a topic wins over a noun of the same name, whose help is available with --help. */
export function topicNamed([first, word, ...rest]: readonly string[]): TopicEntry | undefined {
  const isAlone = first === 'help' && rest.every((flag) => flag.startsWith('-'));
  return isAlone ? TOPICS.find(({ name }) => name === word) : undefined;
}

/** Topics that bear on every noun. */
const EVERYWHERE: readonly string[] = ['output', 'scripting'];

/** The line at the end of a noun's help. */
export function relatedTopics(path: string): string {
  const [noun = ''] = path.split(' ');
  const related = TOPICS.filter(({ name }) => name === noun || EVERYWHERE.includes(name));
  return `Topics of svc help: ${related.map(({ name }) => name).join(', ')}`;
}
