/** Two fields of which a call sends exactly one. */
import type { Fields } from '../../../../kernel/json.ts';
import type { Reply } from '../../../call.ts';
import { refuse } from '../../../refuse.ts';

/** The refusal of a call that sends neither (`missing_required_field`) or both (`mutually_exclusive_fields`). @param subject begins the sentence: `A prediction` */
export function oneOf(sent: Fields, subject: string, [first, second]: readonly [string, string]): Reply | undefined {
  const hasSecond = sent[second] !== undefined;
  if ((sent[first] !== undefined) !== hasSecond) return undefined;
  return hasSecond
    ? refuse('mutually_exclusive_fields', {
        param: second,
        message: `\`${first}\` and \`${second}\` exclude each other.`,
      })
    : refuse('missing_required_field', { param: first, message: `${subject} needs \`${first}\` or \`${second}\`.` });
}
