/** Operations whose account nobody has to type: their records are on one platform, and often one account is. Called by compile.ts. */
import { ACCOUNT } from '../cli/flags.ts';
import type { Card } from '../kernel/card.ts';
import { resolved } from '../schema/reference.ts';
import type { Naming } from './called.ts';
import type { Operation } from './operation.ts';

/** The operations with the platform of the account that they need. */
export const withPlatforms = (operations: readonly Operation[], naming: Naming): readonly Operation[] =>
  operations.map((operation) => {
    const { card } = operation;
    const platform = platformOf(card, naming);
    return platform === undefined || !needsAccount(card, naming)
      ? operation
      : { ...operation, card: { ...card, command: { ...card.command, platform } } };
  });

/** The only platform whose accounts have the records of the operation. */
function platformOf({ id, named, command }: Card, { kinds, served }: Naming): string | undefined {
  if (named?.[ACCOUNT] !== 'account' || command.account !== undefined) return undefined;
  const [platform, ...others] = kinds.get(served[id]?.effect.kind ?? '')?.kind.platforms ?? [];
  return others.length === 0 ? platform : undefined;
}

function needsAccount({ params, body }: Card, { schemas }: Naming): boolean {
  if (params.some(({ name, in: place, required }) => name === ACCOUNT && place === 'query' && required)) return true;
  return body?.kind === 'json' && resolved(body.schema, schemas).required?.includes(ACCOUNT) === true;
}
