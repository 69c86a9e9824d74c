/** `svc ads apply`: campaigns with their ad sets and ads from one file. Next stop: cli/ads/apply. */
import { command } from '../../cli/command.ts';

export default command({
  path: 'ads apply',
  summary: 'Create and change campaigns, ad sets and ads as a YAML file says.',
  dryRun: true,
  writes: true,
  args: {
    file: { summary: 'YAML file; `-` reads standard input', required: true },
  },
  description:
    'The file has `account`, `adAccountId` and `campaigns`; a campaign has `name`, `goal` and `adSets`, an ' +
    'ad set has `name`, budget, targeting and `ads`. The fields are those of `svc ads campaigns create` and ' +
    '`svc ads create`. Objects are matched by name: missing ones are created, different ones are changed, ' +
    'all others stay. Fields that the API does not return, such as the headline of an ad, are not compared. ' +
    'The plan is shown first. After Ctrl-C or a crash, run the same command to continue.',
  examples: [
    'svc ads apply spring.yaml',
    'svc ads apply spring.yaml --dry-run',
    'svc ads apply spring.yaml --yes -o json',
  ],
  confirm: 'Apply the plan? Ads spend their budget once the network approves them.',
  asksItself: true,
  exits: ['auth', 'rejected', 'not_found', 'rate_limited', 'unavailable', 'network', 'interrupted'],
  fields: [
    'file',
    'account',
    'adAccountId',
    'created',
    'changed',
    'unchanged',
    'objects.kind',
    'objects.path',
    'objects.action',
    'objects.id',
  ],

  async run(context, { args: { file } }) {
    const { applyAdsFile } = await import('../../cli/ads/apply.ts');
    return applyAdsFile(file, context);
  },
});
