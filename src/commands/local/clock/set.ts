/** `svc local clock set`: freezes the service's time, lets it pass again, or moves it forward without doing the work between. */
import { CLOCK_MODES } from '../../../kernel/steering.ts';
import { command } from '../../../cli/command.ts';
import { dataDir, given, callControl } from '../../../cli/local.ts';

export default command({
  path: 'local clock set',
  summary: 'Freeze the time of the local service, or let it pass again.',
  args: { mode: { summary: 'How time passes', required: true, choices: CLOCK_MODES } },
  flags: {
    dataDir,
    now: { type: 'string', placeholder: 'time', summary: 'The time it is then, as ISO 8601; never earlier than now' },
  },
  writes: true,
  fields: ['mode', 'now'],
  examples: ['svc local clock set frozen', 'svc local clock set frozen --now 2026-01-05T09:00:00Z'],
  exits: ['rejected'],

  run: async (context, { args, flags }) => ({
    result: await callControl(context, flags, {
      method: 'PUT',
      path: '/_local/clock',
      body: given({ mode: args.mode, now: flags.now }),
    }),
  }),
});
