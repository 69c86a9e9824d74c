/** `svc local worker`: pauses the work that comes due, resumes it, or does it piece by piece. */
import { command } from '../../cli/command.ts';
import { dataDir, given, callControl } from '../../cli/local.ts';
import { WORKER_STATES } from '../../kernel/steering.ts';

export default command({
  path: 'local worker',
  summary: 'Pause the work that comes due, resume it, or do it piece by piece.',
  flags: {
    dataDir,
    state: { type: 'string', choices: WORKER_STATES, common: true, summary: 'Whether due work is done' },
    step: { type: 'integer', common: true, summary: 'Do this many pieces of due work now' },
  },
  writes: true,
  fields: ['state', 'ran'],
  examples: ['svc local worker --state paused', 'svc local worker --step 1'],

  run: async (context, { flags }) => ({
    result: await callControl(context, flags, {
      method: 'POST',
      path: '/_local/worker',
      body: given({ state: flags.state, step: flags.step }),
    }),
  }),
});
