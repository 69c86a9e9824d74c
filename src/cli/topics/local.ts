/** `svc help local`. */
import { CLOCK_MODES, NETWORK_OUTCOMES, PLAN_PRESETS, SEED_PACKS } from '../../kernel/steering.ts';
import type { Topic } from './topic.ts';

const words = (list: readonly string[]): string => list.join(', ');

const STATE: Topic['sections'][number] = {
  heading: 'State',
  paragraphs: [
    'Data stays between runs. A snapshot is a state to return to; an export is a file that another service, on any machine, can import. `reset` starts over.',
  ],
  examples: [
    'svc local snapshot create before-launch',
    'svc local reset --snapshot before-launch --yes',
    'svc local export state.ndjson',
    'svc local import state.ndjson --yes',
  ],
};

export default (): Topic => ({
  title: 'The local service',
  sections: [
    {
      paragraphs: [
        '`svc local start` runs the API on this machine, on loopback and offline: it stores state, publishes on schedule to simulated networks, and records events. It creates the context `local`, through which every svc command reaches it.',
      ],
      examples: [
        'svc local start',
        'svc accounts list',
        'svc posts create "hello" --to twitter --now --wait',
        'svc local stop',
      ],
    },
    {
      heading: 'Start options',
      columns: ['flag', 'values'],
      rows: [
        ['--seed-pack', words(SEED_PACKS)],
        ['--clock', words(CLOCK_MODES)],
        ['--plan', words(PLAN_PRESETS)],
        ['--seed', 'A number: with a frozen clock, every run has the same ids, keys and bytes.'],
        ['--ephemeral', 'Discards all data on exit.'],
      ],
    },
    {
      heading: 'Time',
      paragraphs: [
        'One clock drives schedules, retries, windows and expiry. A frozen clock moves only with `svc local clock`, and `advance` returns when all the work that became due is done.',
      ],
      examples: ['svc local clock advance 24h', 'svc local clock advance --until-next-due', 'svc local timeline'],
    },
    {
      heading: 'Networks and faults',
      paragraphs: [
        `Each account has a feed that represents the network's side. You can read and edit it, and set the outcome of publishing: ${words(NETWORK_OUTCOMES)}. A fault makes requests fail before or after they take effect.`,
      ],
      examples: [
        'svc local network feed 64f0a1b2c3d4e5f60123abcd',
        'svc local network behaviour 64f0a1b2c3d4e5f60123abcd --outcome reject --message duplicate',
        'svc local fault add --method POST --path /v1/posts --status 503 --times 2',
        'svc local requests',
      ],
    },
    STATE,
    {
      heading: 'Keys',
      paragraphs: [
        'Its keys work nowhere else, and it refuses keys of the real Service. `svc local status` shows keys and URLs.',
      ],
    },
  ],
});
