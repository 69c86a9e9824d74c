/** Stored secrets: saved, listed without being shown, or printed for another program. Called by `svc webhooks secret`. */
import { keepSecret, secretContext } from '../../auth/webhook-secrets.ts';
import { failure } from '../../kernel/failure.ts';
import { masked } from '../../kernel/secret.ts';
import type { Context, Outcome } from '../command.ts';

/** Of the answers of `svc webhooks secret`. */
export const SECRET_FIELDS = ['name', 'context', 'storage', 'secret'] as const;

/** Keeps a secret in the context in force. The answer says where; the secret is masked in it. */
export async function keepAndTell({ world, flags, say }: Context, name: string, secret: string): Promise<Outcome> {
  refuseStrangeName(name);
  const context = secretContext(world, { context: flags.context });
  const { where, fallback, leftover } = await keepSecret(world, { context, name }, secret);
  if (fallback !== undefined)
    say(`The keychain is not available (${fallback}). The secret was saved in ${where}, which only you can read.`);
  if (leftover !== undefined) say(leftover);
  return { result: { name, context, storage: where, secret: masked(secret) }, columns: ['name', 'context', 'storage'] };
}

/**
 * The secret itself: into a pipe or a file at once, on a terminal only with --yes.
 * @throws Failure `confirmation` on a terminal without it
 */
export async function printSecret({ world, flags }: Context, secret: string): Promise<Outcome> {
  if (world.io.out.isTTY && !flags.yes) {
    throw failure('confirmation', {
      message: 'The secret would be shown on this terminal.',
      hint: 'Write it to a file with `… > FILE`, pipe it, or add --yes.',
    });
  }
  if (flags.output !== undefined || flags.jq !== undefined || flags.template !== undefined)
    return { result: { secret }, columns: ['secret'] };
  world.io.out.write(`${secret}\n`);
  return {};
}

const LONGEST_NAME = 100;

function refuseStrangeName(name: string): void {
  if (name.trim() !== '' && name.length <= LONGEST_NAME && !/[\p{Cc}]/u.test(name)) return;
  throw failure('usage', {
    message: `The name of a secret has 1 to ${String(LONGEST_NAME)} characters.`,
    param: '<name>',
  });
}
