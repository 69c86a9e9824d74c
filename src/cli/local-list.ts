/** A list of the control surface as a command shows it. Used by `svc local calls list` and its like. */
import type { Fields } from '../kernel/json.ts';
import type { Column } from '../kernel/view.ts';
import type { Context, Outcome } from './command.ts';
import { callControl } from './local.ts';

interface Listing {
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** The field of the answer that holds the records. */
  readonly list: string;
  readonly columns: readonly Column[];
  /** Whether a record is listed; every one is, unless this says otherwise. */
  readonly isListed?: (record: Fields) => boolean;
}

export async function listFromControl(
  context: Context,
  aim: { readonly dataDir?: string | undefined },
  { path, query = {}, list, columns, isListed = () => true }: Listing,
): Promise<Outcome> {
  const answer = await callControl(context, aim, { method: 'GET', path, query });
  const records = ((answer[list] ?? []) as readonly Fields[]).filter(isListed);
  return { result: { ...answer, [list]: records }, list, columns };
}
