/** `svc webhooks update`: the secret comes from a file, the environment or the keychain, or is made here. */
import { override } from '../../cli/command.ts';
import { endpointFlags, sentWithSecret, withSecret } from '../../cli/webhooks/endpoint.ts';

export default override('webhooks update', {
  hide: ['secret'],
  flags: endpointFlags,
  examples: [
    'svc webhooks update --id 65c3d4e5f60718293a4b5c6d --is-active',
    'svc webhooks update --id 65c3d4e5f60718293a4b5c6d --events post.published --events post.partial',
    'svc webhooks update --id 65c3d4e5f60718293a4b5c6d --secret-file secret.txt',
  ],
  prepare: (input, context, { flags }) => withSecret(input, context, flags),
  run: (context, input, send, { flags }) => sentWithSecret(context, input, send, flags),
});
