/** The commands that fit what `svc status` has found, the pressing ones first. Pure. */
import type { Standing } from './standing.ts';

/** A command to run next, complete, and what for. */
export interface NextStep {
  readonly command: string;
  readonly why: string;
}

const MOST = 5;

/** Everyday commands, in the order in which they fill up the list. */
const EVERYDAY: readonly NextStep[] = [
  { command: 'svc posts create', why: 'Write a post' },
  { command: 'svc posts calendar', why: 'See what is scheduled this month' },
  { command: 'svc inbox list', why: 'Read messages' },
  { command: 'svc webhooks listen', why: 'Receive events on this machine' },
  { command: 'svc doctor', why: 'Check this installation' },
];

/** Without a key. @param isAddressed whether the base URL is known, without which nobody can log in */
export const beginning = (isAddressed: boolean): readonly NextStep[] => [
  { command: isAddressed ? 'svc login' : 'svc login --base-url URL', why: 'Log in to your account' },
  { command: 'svc local start', why: 'Or run the API on this machine, no account needed' },
  { command: 'svc doctor', why: 'Check this installation' },
  { command: 'svc completion install', why: 'Complete commands with the Tab key' },
  { command: 'svc --help', why: 'All commands' },
];

/** Where the local service of a context is stopped. */
export const beginningAgain = (context: string): readonly NextStep[] => [
  {
    command: `svc local start${context === 'local' ? '' : ` --context ${context}`}`,
    why: 'Start it again',
  },
  { command: 'svc context list', why: 'See other contexts' },
  ...beginning(true).filter(({ command }) => command !== 'svc local start'),
];

/** At most five. */
export function nextSteps({ failed, unread, accounts }: Standing): readonly NextStep[] {
  const [lost] = accounts?.disconnected ?? [];
  const [broken] = failed?.first ?? [];
  const [waiting] = unread?.first ?? [];
  const pressing: readonly NextStep[] = [
    ...(lost === undefined
      ? []
      : [
          {
            command: `svc accounts check ${lost._id}`,
            why: `See why ${lost.username} (${lost.platform}) is disconnected`,
          },
        ]),
    ...(accounts?.total === 0 ? [{ command: 'svc connect url bluesky', why: 'Connect your first account' }] : []),
    ...(broken === undefined ? [] : [{ command: `svc posts get ${broken._id}`, why: 'See why the post failed' }]),
    ...(waiting === undefined
      ? []
      : [{ command: `svc inbox open ${waiting.id}`, why: `Read ${waiting.participantName}` }]),
  ];
  return [...pressing, ...EVERYDAY].slice(0, MOST);
}
