/** Phone numbers: those of a team as records, and those that requests bring. */
import type { Reply } from '../call.ts';
import { refuse } from '../refuse.ts';

/** The kind of a number that a team has. */
export const NUMBER_KIND = 'phone_number';

/** Feed of the simulated networks with everything handed to the carrier, for all numbers. Source: control surface */
export const CARRIER_FEED = 'carrier';

const E164 = /^\+[1-9]\d{6,14}$/;

/** The refusal of a text that is no phone, or undefined. */
export const phoneProblem = (param: string, text: string): Reply | undefined =>
  E164.test(text)
    ? undefined
    : refuse('invalid_field_value', {
        param,
        message: `\`${param}\` is a phone in E.164 form, such as +4915112345678.`,
      });
