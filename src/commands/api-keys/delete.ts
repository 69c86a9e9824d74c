/** `svc api-keys delete`: a key that a rotation left to be revoked need not be remembered after it. */
import { override } from '../../cli/command.ts';

export default override('api-keys delete', {
  async run({ world, flags }, input, send) {
    const outcome = await send(input);
    const { forgetRetiring } = await import('../../auth/rotate.ts');
    const { keyId } = input.path;
    // The key is revoked, whatever becomes of the note about it.
    if (!flags.dryRun) await forgetRetiring(world.settings, String(keyId)).catch(() => undefined);
    return outcome;
  },
});
