/** `svc webhooks verify`: whether a delivery is genuine, and when not, why. Next stop: webhooks/receive.ts. */
import { command, type Context, type Outcome } from '../../cli/command.ts';
import { junitFlag } from '../../cli/report/flag.ts';
import type { ReportCase } from '../../cli/report/junit.ts';
import { bytesFrom } from '../../cli/webhooks/bytes.ts';
import { headerPrefixesOf } from '../../cli/webhooks/delivery.ts';
import {
  secretFlags,
  secretsGiven,
  secretsOfContext,
  type NamedSecret,
  type SecretFlags,
} from '../../cli/webhooks/secrets.ts';
import { failure, type Failure } from '../../kernel/failure.ts';
import { fieldsIn, isFields } from '../../kernel/json.ts';
import { headersIn, type HeaderPairs } from '../../webhooks/captured.ts';
import { namesOf, prefixesFrom } from '../../webhooks/headers.ts';
import { judged, type Judgement } from '../../webhooks/judgement.ts';
import type { Received } from '../../webhooks/verify.ts';

export default command({
  path: 'webhooks verify',
  summary: 'Verify the signature of a delivery, and explain a mismatch.',
  description:
    'The body must be the raw bytes. Give the signature, or all headers as a trace or JSON; a folder is a ' +
    'journal of `svc webhooks listen --record`. With several secrets, any of them may match; with none, ' +
    'those stored in the context are tried. Exits with 14 and the likely cause if the signature is invalid.',
  args: {
    body: {
      summary: 'File with the body, `-` for standard input, or the folder of a journal',
      required: true,
      values: 'file',
    },
  },
  flags: {
    ...secretFlags,
    signature: { type: 'string', common: true, summary: 'The signature of the delivery' },
    headers: { type: 'file', common: true, summary: 'File with all headers of the delivery' },
    junit: junitFlag,
    id: { type: 'string', summary: 'For a journal: only this event id or delivery number' },
  },
  fields: ['ok', 'signedBy', 'reason', 'sentence', 'event', 'id', 'advice'],
  examples: [
    'svc webhooks verify body.json --signature "$SIGNATURE" --secret-file secret.txt',
    'svc webhooks verify body.json --headers headers.txt --secret-name builds',
    'svc webhooks verify journal/ --secret-file secret.txt',
    'svc webhooks verify journal/ --secret-file secret.txt --junit report.xml',
  ],
  exits: ['bad_signature'],

  async run(context, { args, flags }) {
    refuseBoth(flags);
    const { files } = context.world;
    const given = await secretsGiven(context, flags);
    const trust = {
      secrets: given.length > 0 ? given : await keptSecrets(context),
      others: [],
      prefixes: prefixesFrom(await headerPrefixesOf(context)),
    };
    const judge = async (received: Received, isWhole: boolean): Promise<Judgement> => {
      const found = judged(received, trust, isWhole);
      return found.reason !== 'mismatch' || given.length === 0
        ? found
        : judged(received, { ...trust, others: await secretsOfContext(context) }, isWhole);
    };
    const { runReported } = await import('../../cli/report/report.ts');
    const casesOf = (result: unknown, fault: Failure | undefined) => judgedCases(args.body, result, fault);
    return runReported({ suite: 'svc webhooks verify', junit: flags.junit, casesOf }, context, async () => {
      if (args.body !== '-' && files.isFolder(args.body))
        return journalOutcome(context, { ...flags, folder: args.body }, judge);
      const body = await bytesFrom(args.body, context.world);
      const headers = await headersGiven(context, flags, namesOf('Signature', trust.prefixes)[0]);
      return outcomeOf(await judge({ body, headers }, flags.headers !== undefined));
    });
  },
});

/** Every delivery of a journal, or the one that was given. */
function judgedCases(name: string, result: unknown, fault: Failure | undefined): readonly ReportCase[] {
  const deliveries = isFields(result) ? fieldsIn(result['deliveries']) : [];
  if (deliveries.length === 0)
    return [{ name, ...(fault && { failure: { type: fault.fields.code, message: fault.fields.message } }) }];
  return deliveries.map(({ n, event, ok, reason, sentence }) => ({
    name: `${String(n)} ${String(event ?? '')}`.trim(),
    ...(ok !== true && { failure: { type: String(reason), message: String(sentence ?? '') } }),
  }));
}

type Judge = (received: Received, isWhole: boolean) => Promise<Judgement>;

function outcomeOf(found: Judgement): Outcome {
  const words = found.ok
    ? [`Valid: signed with the secret of ${found.signedBy ?? ''}.`, found.advice].filter(Boolean).join('\n')
    : `Invalid. ${found.sentence ?? ''}`;
  return { result: found, text: words, ...(found.ok ? {} : { failure: notGenuine(found) }) };
}

const notGenuine = ({ reason, sentence = '', secretName }: Judgement) =>
  failure('bad_signature', { message: sentence, details: { reason, ...(secretName !== undefined && { secretName }) } });

async function journalOutcome(
  { world }: Context,
  { folder, id }: { readonly folder: string; readonly id: string | undefined },
  judge: Judge,
): Promise<Outcome> {
  const { deliveriesIn } = await import('../../listener/recorded.ts');
  const deliveries = await deliveriesIn(world, folder, id === undefined ? {} : { one: id });
  const found = [];
  for (const delivery of deliveries) found.push({ n: delivery.n, ...(await judge(delivery, true)) });
  const bad = found.filter(({ ok }) => !ok);
  const [first] = bad;
  return {
    result: { deliveries: found },
    list: 'deliveries',
    columns: ['n', 'event', 'id', 'ok', 'signedBy', 'reason', 'sentence'],
    ...(first !== undefined && {
      failure:
        bad.length === 1
          ? notGenuine(first)
          : failure('bad_signature', { message: `${String(bad.length)} deliveries are invalid.` }),
    }),
  };
}

async function keptSecrets(context: Context): Promise<readonly NamedSecret[]> {
  const kept = await secretsOfContext(context);
  if (kept.length > 0) return kept;
  throw failure('usage', {
    message: 'No secret is known to check the signature with.',
    hint: 'Give --secret-file, --secret-env or --secret-stdin, or store one with `svc webhooks secret set`.',
  });
}

interface Beside {
  readonly signature: string | undefined;
  readonly headers: string | undefined;
}

function refuseBoth({ signature, headers }: Beside & SecretFlags): void {
  if (signature !== undefined && headers !== undefined)
    throw failure('usage', { message: '--signature and --headers cannot be combined.', param: '--headers' });
}

async function headersGiven({ world }: Context, { signature, headers }: Beside, name: string): Promise<HeaderPairs> {
  if (signature !== undefined) return [[name, signature]];
  if (headers === undefined)
    throw failure('usage', {
      message: 'There is no signature to check.',
      hint: 'Give --signature, or --headers FILE.',
    });
  const found = headersIn(await world.files.readText(headers));
  if (found === undefined) throw failure('usage', { message: `There is no header in ${headers}.`, param: '--headers' });
  return found;
}
