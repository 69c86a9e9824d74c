/** Phone numbers as requests bring them. Asked by the areas that write to a phone. */
import { refuse, type Reply } from '../call.ts';

const E164 = /^\+[1-9]\d{6,14}$/;

/** The refusal of a text that is no phone, or undefined. */
export const phoneProblem = (param: string, text: string): Reply | undefined =>
  E164.test(text)
    ? undefined
    : refuse('invalid_field_value', {
        param,
        message: `\`${param}\` is a phone in E.164 form, such as +4915112345678.`,
      });
