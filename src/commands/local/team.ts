/** `svc local team`: the plan of the team, so that every gate can be reached. */
import { PLAN_PRESETS } from '../../kernel/steering.ts';
import { command } from '../../cli/command.ts';
import { dataDir, withoutUnset, callControl } from '../../cli/local.ts';

export default command({
  path: 'local team',
  summary: 'Show or change the plan of the team, to test every gate of the API.',
  description: 'A preset replaces all earlier settings; the other settings merge on top of it.',
  flags: {
    dataDir,
    preset: {
      type: 'string',
      common: true,
      choices: PLAN_PRESETS,
      summary: 'Settings as a whole',
    },
    settings: { type: 'json', placeholder: 'json', summary: 'Single settings, for example {"profileCap":2}' },
  },
  writes: true,
  fields: [
    'team.preset',
    'team.rateLimitPerMinute',
    'team.role',
    'team.profileCap',
    'team.inbox',
    'team.adsAddon',
    'team.analyticsAddon',
    'team.paymentMethod',
    'team.paymentFailed',
    'team.snapchatApproved',
  ],
  examples: ['svc local team --preset free', `svc local team --settings '{"snapchatApproved":true}'`],
  exits: ['rejected'],

  async run(context, { flags }) {
    const settings = (flags.settings ?? {}) as Record<string, unknown>;
    const body = withoutUnset({ preset: flags.preset, ...settings });
    return { result: await callControl(context, flags, { method: 'PATCH', path: '/_local/team', body }) };
  },
});
