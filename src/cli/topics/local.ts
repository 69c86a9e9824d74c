/** `svc help local`. */
import { CLOCK_MODES, NETWORK_OUTCOMES, PLAN_PRESETS, SEED_PACKS } from '../../kernel/steering.ts';
import type { Topic } from './topic.ts';

const words = (list: readonly string[]): string => list.join(', ');

export default (): Topic => ({
  title: 'The local service',
  sections: [
    {
      paragraphs: [
        '`svc local start` runs the API on this machine, on loopback and without the internet: it keeps state, publishes on time to simulated networks, and records events. It makes the context `local`, and every svc command reaches it through that.',
      ],
      examples: [
        'svc local start',
        'svc accounts list',
        'svc posts create "hello" --to twitter --now --wait',
        'svc local stop',
      ],
    },
    {
      heading: 'What it begins with',
      columns: ['flag', 'words'],
      rows: [
        ['--seed-pack', words(SEED_PACKS)],
        ['--clock', words(CLOCK_MODES)],
        ['--plan', words(PLAN_PRESETS)],
        ['--seed', 'A number: the same ids, keys and bytes on every run of a frozen clock.'],
        ['--ephemeral', 'Nothing is kept after the end.'],
      ],
    },
    {
      heading: 'Time',
      paragraphs: [
        'One clock drives schedules, retries, windows and expiry. A frozen one moves when it is told to, and an advance ends when all that it caused is done.',
      ],
      examples: ['svc local clock advance 24h', 'svc local clock advance --until-next-due', 'svc local timeline'],
    },
    {
      heading: 'Networks and faults',
      paragraphs: [
        `Each account has a feed that stands for the network's own side. It can be read and edited, and the network can be told how to behave: ${words(NETWORK_OUTCOMES)}. A fault makes requests fail before or after they took effect.`,
      ],
      examples: [
        'svc local network feed 64f0a1b2c3d4e5f60123abcd',
        'svc local network behaviour 64f0a1b2c3d4e5f60123abcd --outcome reject --message duplicate',
        'svc local fault add --method POST --path /v1/posts --status 503 --times 2',
        'svc local requests',
      ],
    },
    {
      heading: 'Keys',
      paragraphs: [
        'Its keys work nowhere else, and it refuses those of the real Service. `svc local status` shows them and the addresses.',
      ],
    },
  ],
});
