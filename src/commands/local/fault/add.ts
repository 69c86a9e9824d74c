/** `svc local fault add`: spoils requests that match: an answer of your choice, a delay, a cut connection. */
import { failure } from '../../../kernel/failure.ts';
import { METHODS } from '../../../kernel/methods.ts';
import { FAULT_DROPS } from '../../../kernel/steering.ts';
import { command } from '../../../cli/command.ts';
import { dataDir, withoutUnset, callControl } from '../../../cli/local.ts';

export default command({
  path: 'local fault add',
  summary: 'Make matching requests fail in the local service.',
  description: 'Without a condition, the fault applies to every request.',
  flags: {
    dataDir,
    method: { type: 'string', choices: METHODS, summary: 'Requests of this method' },
    path: { type: 'string', common: true, summary: 'Requests of this path; * within a part, ** across parts' },
    operation: { type: 'string', common: true, summary: 'Requests of this operation, for example createPost' },
    account: { type: 'string', placeholder: 'account-id', summary: 'Requests for this account' },
    key: { type: 'string', summary: 'Requests of the API key with this id' },
    status: { type: 'integer', common: true, summary: 'Respond with this status' },
    body: { type: 'json', placeholder: 'json', summary: 'Respond with this body' },
    header: { type: 'string', repeat: true, placeholder: 'name: value', summary: 'Add this header to the response' },
    delayMs: { type: 'integer', placeholder: 'ms', summary: 'Delay before responding' },
    drop: {
      type: 'string',
      choices: FAULT_DROPS,
      summary: 'Drop the connection before or after the request takes effect',
    },
    truncate: { type: 'boolean', summary: 'Send half a response' },
    malformed: { type: 'boolean', summary: 'Send a response that is not valid JSON' },
    times: { type: 'integer', common: true, summary: 'Number of requests to affect (default: all)' },
    after: { type: 'integer', summary: 'Number of requests to let through first' },
    probability: { type: 'number', placeholder: '0..1', summary: 'Probability that a request is affected' },
  },
  writes: true,
  fields: ['id'],
  examples: [
    'svc local fault add --operation createPost --status 503 --header "Retry-After: 3" --times 2',
    'svc local fault add --path "/v1/posts/*" --drop after --times 1',
  ],

  async run(context, { flags }) {
    const { method, path, operation, account, key, times, after, probability } = flags;
    const { status, body, header, delayMs, drop, truncate, malformed } = flags;
    const headers = header.length === 0 ? undefined : Object.fromEntries(header.map(headerOf));
    const action = withoutUnset({ status, body, headers, delayMs, drop, truncate, malformed });
    if (Object.keys(action).length === 0)
      throw failure('usage', { message: 'Give the effect: --status, --drop, --delay-ms, …', param: '--status' });
    const match = withoutUnset({ method, path, operation, accountId: account, key });
    const fault = withoutUnset({ match, action, times, after, probability });
    return { result: await callControl(context, flags, { method: 'POST', path: '/_local/faults', body: fault }) };
  },
});

function headerOf(text: string): [string, string] {
  const colon = text.indexOf(':');
  if (colon < 1) throw failure('usage', { message: `--header takes "Name: value", not ${text}.`, param: '--header' });
  return [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}
