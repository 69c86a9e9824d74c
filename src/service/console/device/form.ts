/** What the forms of the login page send, as values: never trusted, only read. Asked by page.ts. */
import { limitsIn, type KeyLimits } from '../../areas/api-keys/offers.ts';
import type { RawRequest } from '../../exchange/raw.ts';
import { bytesOf } from '../../exchange/raw-body.ts';

export type Form = URLSearchParams;

/** Room for a choice among very many profiles. */
const LARGEST_BYTES = 262_144;

const TYPE = 'application/x-www-form-urlencoded';

/** The fields; none when something else than a form came. */
export async function formOf(request: RawRequest): Promise<Form> {
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  const bytes = type.trim().toLowerCase() === TYPE ? await bytesOf(request, LARGEST_BYTES) : undefined;
  return new URLSearchParams(bytes === undefined ? '' : new TextDecoder().decode(bytes));
}

/** Days that a key may be given, beside for ever. */
export const LIVES_DAYS = [1, 7, 30, 90] as const;

/** @param groups of the contract; those that are not ticked are disabled */
export function limitsFrom(form: Form, groups: readonly string[]): KeyLimits {
  const scope = form.get('scope');
  const held = new Set(form.getAll('groups'));
  const days = LIVES_DAYS.find((one) => String(one) === form.get('expiresIn'));
  return limitsIn({
    scope,
    // The boxes may be ticked and yet hidden.
    profileIds: scope === 'profiles' ? form.getAll('profileIds') : [],
    permission: form.get('permission'),
    disabledResourceGroups: form.get('reach') === 'groups' ? groups.filter((group) => !held.has(group)) : [],
    ...(days === undefined ? {} : { expiresIn: days }),
  });
}
