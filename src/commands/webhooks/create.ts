/** `svc webhooks create`: the secret comes from a file, the environment or the keychain, or is made here. */
import { override } from '../../cli/command.ts';
import { endpointFlags, sentWithSecret, withSecret } from '../../cli/webhooks/endpoint.ts';

export default override('webhooks create', {
  hide: ['secret'],
  flags: endpointFlags,
  examples: [
    'svc webhooks create --name builds --url https://example.com/hooks --events post.published --events post.failed',
    'svc webhooks create --name orders --url https://example.com/orders --events message.received --new-secret',
    'svc webhooks create --name inbox --url https://example.com/inbox --events message.received --profile-ids 64f0a1b2c3d4e5f601234567',
  ],
  prepare: (input, context, { flags }) => withSecret(input, context, flags),
  run: (context, input, send, { flags }) => sentWithSecret(context, input, send, flags),
});
