/** `svc local clock set`: freezes the service's time, lets it pass again, or moves it forward without doing the work between. */
import { CLOCK_MODES } from '../../../kernel/steering.ts';
import { command } from '../../../cli/command.ts';
import { dataDir, withoutUnset, callControl } from '../../../cli/local.ts';

export default command({
  path: 'local clock set',
  summary: 'Freeze or unfreeze the clock of the local service.',
  args: { mode: { summary: 'Clock mode', required: true, choices: CLOCK_MODES } },
  flags: {
    dataDir,
    now: {
      type: 'string',
      placeholder: 'time',
      summary: 'The new time, as ISO 8601; never earlier than the current one',
    },
  },
  writes: true,
  fields: ['mode', 'now'],
  examples: ['svc local clock set frozen', 'svc local clock set frozen --now 2026-01-05T09:00:00Z'],
  exits: ['rejected'],

  run: async (context, { args, flags }) => ({
    result: await callControl(context, flags, {
      method: 'PUT',
      path: '/_local/clock',
      body: withoutUnset({ mode: args.mode, now: flags.now }),
    }),
  }),
});
