/** `svc local worker`: pauses the work that comes due, resumes it, or does it piece by piece. */
import { command } from '../../cli/command.ts';
import { dataDir, withoutUnset, callControl } from '../../cli/local.ts';
import { WORKER_STATES } from '../../kernel/steering.ts';

export default command({
  path: 'local worker',
  summary: 'Pause due work, resume it, or run it step by step.',
  flags: {
    dataDir,
    state: { type: 'string', choices: WORKER_STATES, common: true, summary: 'Whether due work runs' },
    step: { type: 'integer', common: true, summary: 'Run this many items of due work now' },
  },
  writes: true,
  fields: ['state', 'ran'],
  examples: ['svc local worker --state paused', 'svc local worker --step 1'],

  run: async (context, { flags }) => ({
    result: await callControl(context, flags, {
      method: 'POST',
      path: '/_local/worker',
      body: withoutUnset({ state: flags.state, step: flags.step }),
    }),
  }),
});
