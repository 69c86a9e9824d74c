/** `svc version`: which svc this is, and what it runs on, for bug reports and scripts. */
import { command } from '../cli/command.ts';

const FIELDS = ['version', 'node', 'platform', 'root', 'settings'];

export default command({
  path: 'version',
  summary: 'Show the version of svc, of Node, and where both are.',
  description: '`version` is also the version of the API description. `svc --version` prints it alone.',
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
