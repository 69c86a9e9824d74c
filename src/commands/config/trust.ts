/** `svc config trust`: lets the project file of this folder decide where calls go, until it changes. */
import { failure } from '../../kernel/failure.ts';
import { command } from '../../cli/command.ts';

export default command({
  path: 'config trust',
  summary: 'Trust the project file of this folder.',
  description:
    'Trust applies to the path and the current content of the file: after a change, trust it again. Review ' +
    'the file first.',
  flags: { revoke: { type: 'boolean', common: true, summary: 'Revoke the trust' } },
  writes: true,
  fields: ['path', 'trusted', 'sets'],
  examples: ['svc config trust', 'svc config trust --revoke'],

  async run({ world, say }, { flags }) {
    const [{ projectFile, PROJECT_FILE }, { distrust, leadingWords, trust }] = await Promise.all([
      import('../../auth/project.ts'),
      import('../../auth/trust.ts'),
    ]);
    const project = projectFile(world);
    if (project === undefined)
      throw failure('usage', { message: `There is no ${PROJECT_FILE} in this folder or above it.` });
    const { path } = project;
    if (flags.revoke === true) {
      if (!(await distrust(world, path))) say('It was not trusted before.');
      return { result: { path, trusted: false } };
    }
    await trust(world, project);
    const sets = leadingWords(project);
    if (sets.length === 0) say('It does not set where requests go, so it needs no trust.');
    return { result: { path, trusted: true, sets } };
  },
});
