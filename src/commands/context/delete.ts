/** `svc context delete NAME`: removes a context together with its key. */
import { failure } from '../../kernel/failure.ts';
import { command } from '../../cli/command.ts';

export default command({
  path: 'context delete',
  summary: 'Delete a context and its key.',
  description: 'The key stays valid: `svc api-keys delete` revokes it.',
  args: { name: { summary: 'Name of the context', required: true } },
  fields: ['name', 'deleted'],
  examples: ['svc context delete staging', 'svc context delete staging --yes'],
  confirm: 'Remove this context and forget its key?',

  async run({ world, say }, { args: { name } }) {
    const [{ currentContext, withoutContext }, { loggedOut }] = await Promise.all([
      import('../../auth/context.ts'),
      import('../../auth/logout.ts'),
    ]);
    currentContext(world, { value: name, source: '<name>' });
    const { left } = await loggedOut(world, name);
    if (left.length > 0) {
      throw failure('keychain_failed', {
        message: `The context ${name} was not deleted, because its key could not be removed. ${left.join(' ')}`,
        hint: 'Unlock the keychain and try again.',
      });
    }
    await world.settings.write((before) => withoutContext(before, name));
    if (world.settings.read()['currentContext'] === undefined)
      say('No context is current now; `svc context use` chooses one.');
    return { result: { name, deleted: true } };
  },
});
