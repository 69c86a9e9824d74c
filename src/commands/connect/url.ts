/** `svc connect url`: with --wait the browser comes back to this command, which says what the sign-in came to. */
import { failure } from '../../kernel/failure.ts';
import { override } from '../../cli/command.ts';

/** What leads the browser elsewhere, or back with secrets in its address. */
const NOT_WITH_WAIT = { redirect_url: '--redirect-url', headless: '--headless' } as const;

export default override('connect url', {
  flags: {
    wait: {
      type: 'boolean',
      common: true,
      summary: 'Open the page and wait for the result; the browser must run on this machine. --timeout limits the wait',
    },
  },
  exits: ['platform', 'pending'],

  async run(context, input, send, { flags: { wait } }) {
    if (wait !== true) return send(input);
    for (const [name, flag] of Object.entries(NOT_WITH_WAIT)) {
      if (input.query[name] !== undefined)
        throw failure('usage', { message: `--wait and ${flag} exclude each other.`, param: flag });
    }
    const { signedIn } = await import('../../cli/connect-wait.ts');
    return signedIn(context, (address) => send({ ...input, query: { ...input.query, redirect_url: address } }));
  },
});
