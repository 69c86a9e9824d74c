/** `svc logout`: removes the key that a login left, wherever it is. */
import { failure } from '../kernel/failure.ts';
import { command } from '../cli/command.ts';

export default command({
  path: 'logout',
  summary: 'Log out: remove the key of a context.',
  description:
    'Removes the key from the keychain or its file, and any pending login. The URL and defaults of the ' +
    'context stay. The key stays valid: `svc api-keys delete` revokes it. Exits with 1 if something could ' +
    'not be removed.',
  flags: {
    all: { type: 'boolean', common: true, summary: 'Remove the keys of all contexts, and leftovers of earlier logins' },
  },
  writes: true,
  fields: ['removed', 'left'],
  examples: ['svc logout', 'svc logout --context live', 'svc logout --all'],

  async run({ world, flags, say }, { flags: own }) {
    const [{ loggedOut, loggedOutEverywhere }, { effectiveSettings, fromEnvironment }, { keptFolder }] =
      await Promise.all([
        import('../auth/logout.ts'),
        import('../auth/settings.ts'),
        import('../cli/completion/kept.ts'),
      ]);
    const context = own.all === true ? undefined : effectiveSettings(world, { context: flags.context }).context?.value;
    if (own.all !== true && context === undefined)
      throw failure('usage', { message: 'No context is set.', hint: '`svc logout --all` removes every key.' });
    const { removed, left } = await (context === undefined ? loggedOutEverywhere(world) : loggedOut(world, context));
    await world.files.removeFolder(keptFolder(world));
    if (removed.length === 0 && left.length === 0) say('You were not logged in: there was no key to remove.');
    const given = fromEnvironment('apiKey', world);
    if (given !== undefined) say(`${given.source} is set and still in use.`);
    const result = { removed, left };
    if (left.length === 0) return { result };
    const message = `Some data could not be removed: ${left.join(' ')}`;
    return { result, failure: failure('keychain_failed', { message, hint: 'Unlock the keychain and try again.' }) };
  },
});
