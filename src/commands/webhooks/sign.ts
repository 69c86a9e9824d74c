/** `svc webhooks sign`: the signature of a body, or the whole headers of its delivery. */
import { command } from '../../cli/command.ts';
import { bodyArg, bytesFrom } from '../../cli/webhooks/bytes.ts';
import { headerPrefixesOf, labelFlags, labelsIn } from '../../cli/webhooks/delivery.ts';
import { secretFlags, secretRequired } from '../../cli/webhooks/secrets.ts';
import { failure } from '../../kernel/failure.ts';
import { deliveryHeaders, prefixesFrom, type Labels } from '../../webhooks/headers.ts';
import { signatureOf } from '../../webhooks/sign.ts';

export default command({
  path: 'webhooks sign',
  summary: 'Print the signature of a body, as in a delivery.',
  description:
    'HMAC-SHA256 of the raw bytes, in lowercase hex. With --headers, prints every header of the delivery, ' +
    'one per line, including older names. Nothing is sent.',
  args: { body: bodyArg },
  flags: {
    ...secretFlags,
    headers: { type: 'boolean', common: true, summary: 'Print all headers, not only the signature' },
    ...labelFlags,
  },
  fields: ['signature', 'sizeBytes', 'headers'],
  examples: [
    'svc webhooks sign body.json --secret-file secret.txt',
    'svc webhooks sign - --secret-env WEBHOOK_SECRET --headers < body.json',
  ],

  async run(context, { args, flags }) {
    const { secret } = await secretRequired(context, flags);
    const body = await bytesFrom(args.body, context.world);
    const signature = signatureOf(body, secret);
    const labels = { ...labelsIn(body), ...given(flags) };
    if (flags.headers === true) requireBoth(labels);
    const headers = isWhole(labels)
      ? deliveryHeaders({ ...labels, signature }, prefixesFrom(await headerPrefixesOf(context)))
      : undefined;
    const { output, jq, template } = context.flags;
    if (output !== undefined || jq !== undefined || template !== undefined)
      return { result: { signature, sizeBytes: body.byteLength, ...(headers && { headers }) } };
    const lines =
      flags.headers === true ? Object.entries(headers ?? {}).map(([name, one]) => `${name}: ${one}`) : [signature];
    context.world.io.out.write(lines.map((line) => `${line}\n`).join(''));
    return {};
  },
});

type Loose = { readonly event?: string; readonly id?: string };

const given = ({ event, id }: { event: string | undefined; id: string | undefined }): Loose => ({
  ...(event !== undefined && { event }),
  ...(id !== undefined && { id }),
});

const isWhole = (labels: Loose): labels is Omit<Labels, 'signature'> =>
  labels.event !== undefined && labels.id !== undefined;

function requireBoth({ event, id }: Loose): void {
  const lacking = event === undefined ? 'event' : id === undefined ? 'id' : undefined;
  if (lacking === undefined) return;
  throw failure('usage', {
    message: `The body has no ${lacking}, which the headers of a delivery contain.`,
    param: `--${lacking}`,
    hint: `Give it with --${lacking}.`,
  });
}
