/** `svc ads create`: composed on a terminal where nothing was said, with `--wait` for the review and `--save` for a file. */
import type { CallInput } from '../../client/request.ts';
import { waiting } from '../../cli/course-wait.ts';
import type { Context, Outcome, Override, Send } from '../../cli/command.ts';
import { failure } from '../../kernel/failure.ts';
import { isFields, textOf, type Fields } from '../../kernel/json.ts';
import { REQUEST_ID } from '../../kernel/request-id.ts';

const waits = waiting('ads create', 'ad', async (input, context) => {
  const { questionAbout } = await import('../../cli/ads/question.ts');
  return questionAbout(isFields(input.body) ? input.body : {}, context);
});

const create: Override = {
  ...waits,
  flags: {
    ...waits.flags,
    save: {
      type: 'file',
      placeholder: 'file',
      summary: 'Write the ad to a YAML file for `svc ads apply` instead of creating it',
    },
  },
  description:
    'Without `adSetId` and `existingCampaignId`, a campaign and an ad set are created too. `creatives` creates ' +
    'several ads in one ad set. Image and video URLs must be public. The network reviews a new ad before it runs. ' +
    'Without arguments, on a terminal, you compose the ad step by step; the whole is shown with what it costs a day ' +
    'before anything is created.',

  examples: [
    'svc ads create',
    'svc ads create --account-id 65fe42477cd47c66c5f4bf9f --ad-account-id 121975733191629 --name "Spring sale" ' +
      '--goal traffic --budget-amount 20 --budget-type daily --headline "Spring sale" --body "A third off everything." ' +
      '--call-to-action SHOP_NOW --link-url https://example.com/sale --image-url https://example.com/sale.jpg --countries DE',
    'svc ads create --account-id 65fe42477cd47c66c5f4bf9f --ad-account-id 121975733191629 --name "One more picture" ' +
      '--ad-set-id 121008306977394 --headline "Spring sale" --body "Only until Sunday." --call-to-action SHOP_NOW ' +
      '--link-url https://example.com/sale --image-url https://example.com/sunday.jpg --wait',
    'svc ads create --save spring.yaml',
  ],

  async compose(input, context, { flags }) {
    const [{ idsFrom }, { composeAd }] = await Promise.all([
      import('../../kernel/ids.ts'),
      import('../../cli/ads/composer/compose.ts'),
    ]);
    const id = idsFrom(context.world.random).uuid();
    const saveAs = textOf(flags['save']);
    const { body, kept } = await composeAd({ id, saveAs }, context);
    if (saveAs === undefined) context.say(`The draft is in ${kept} until the ad is created.`);
    return { ...input, headers: { ...input.headers, [REQUEST_ID]: id }, body };
  },

  async instead(input, context, { flags }) {
    const path = flags['save'] as unknown;
    if (typeof path !== 'string') return undefined;
    const { saveAd } = await import('../../cli/ads/save.ts');
    const outcome = await saveAd(bodyIn(input), path, context);
    await sendComposed(input, context, () => Promise.resolve(outcome));
    return outcome;
  },

  prepare(input, _context, { flags }) {
    if ((flags['wait'] as unknown) === true && bodyIn(input)['creatives'] !== undefined)
      throw failure('usage', {
        message: '--wait waits for a single ad; `creatives` creates several.',
        param: '--wait',
      });
    return Promise.resolve(input);
  },

  async run(context, input, send, own) {
    const sending: Send = (final) => sendComposed(final, context, () => send(final));
    return waits.run?.(context, input, sending, own) ?? sending(input);
  },
};

export default create;

const bodyIn = ({ body }: CallInput): Fields => (isFields(body) ? body : {});

/** What was not composed has no draft, and need not load what keeps it. */
async function sendComposed(input: CallInput, { world }: Context, send: () => Promise<Outcome>): Promise<Outcome> {
  if (input.headers[REQUEST_ID] === undefined) return send();
  const keep = await import('../../cli/composer/keep.ts');
  return keep.sendComposed(input, 'yaml', send, world);
}
