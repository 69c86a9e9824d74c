/** `svc version`: which svc this is, and what it runs on, for bug reports and scripts. */
import { command } from '../cli/command.ts';

const FIELDS = ['version', 'node', 'platform', 'root', 'settings'];

export default command({
  path: 'version',
  summary: 'Show the versions of svc and Node, and their paths.',
  description: '`version` is also the version of the API description. `svc --version` prints only that.',
  fields: FIELDS,
  examples: ['svc version', "svc version -o json --jq '.version'"],

  run({ world: { installation, machine, host, settings } }) {
    const result = {
      version: installation.version,
      node: machine.nodeVersion,
      platform: host.platform,
      root: installation.root,
      settings: settings.path,
    };
    return Promise.resolve({ result, columns: FIELDS });
  },
});
