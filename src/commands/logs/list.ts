/** `svc logs list`: with --follow, each further entry as it is written. */
import { failure } from '../../kernel/failure.ts';
import { override } from '../../cli/command.ts';

/** What ends a list, or begins it elsewhere than at its newest entry. */
const OTHER = ['to', 'skip'];

export default override('logs list', {
  flags: {
    follow: { type: 'boolean', common: true, summary: 'Keep showing new entries until interrupted' },
  },
  examples: [
    'svc logs list',
    'svc logs list --follow',
    'svc logs list --type api_request --status failed',
    'svc logs list --request-id req_4f2a9c1b',
  ],

  async prepare(input, { flags }, own) {
    const other = OTHER.find((name) => input.query[name] !== undefined) ?? (flags.all ? 'all' : undefined);
    if (own.flags.follow === true && other !== undefined)
      throw failure('usage', { message: `--follow and --${other} cannot be combined.`, param: '--follow' });
    return input;
  },

  async run(context, input, send, own) {
    if (own.flags.follow !== true) return send(input);
    const { followedLog } = await import('../../cli/log-follow.ts');
    return followedLog(input, context);
  },
});
