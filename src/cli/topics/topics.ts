/** The topics of `svc help`: what no single command can tell. Their texts lie beside, each loaded when it is asked for. */
import type { Facts, Topic } from './topic.ts';

export interface TopicEntry {
  /** `svc help NAME`. */
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly default: (facts: Facts) => Topic }>;
}

// prettier-ignore
export const TOPICS: readonly TopicEntry[] = [
  { name: 'environment', summary: 'The variables that svc reads, and where it keeps things.', load: () => import('./environment.ts') },
  { name: 'exit-codes', summary: 'What each exit code means.', load: () => import('./exit-codes.ts') },
  { name: 'output', summary: 'The forms of a result, and how to take parts of it.', load: () => import('./output.ts') },
  { name: 'webhooks', summary: 'Events, and how a receiver knows that they are genuine.', load: () => import('./webhooks.ts') },
  { name: 'scripting', summary: 'What a script can rely on.', load: () => import('./scripting.ts') },
  { name: 'local', summary: 'The API on this machine: time, networks, faults.', load: () => import('./local.ts') },
];

/** The topic of `svc help WORD`; a topic goes before a noun of the same name, whose help is one flag away. */
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
