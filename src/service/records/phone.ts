/** Phone numbers: those of a team as records, and those that requests bring. */
import type { Reply } from '../call.ts';
import { refuse } from '../refuse.ts';

/** The kind of a number that a team has. */
export const NUMBER_KIND = 'phone_number';

/** Feed of the simulated networks with everything handed to the carrier, for all numbers. Source: control surface */
export const CARRIER_FEED = 'carrier';

/** Source: ITU-T E.164, with the plus sign */
const E164 = /^\+[1-9]\d{6,14}$/;

/** Whether a text has the form of a phone number, whatever the dialling plans say. */
export const isPhone = (text: string): boolean => E164.test(text);

/** The refusal of a text that is not a phone number, or undefined. */
export const phoneProblem = (param: string, text: string): Reply | undefined =>
  isPhone(text)
    ? undefined
    : refuse('invalid_field_value', {
        param,
        message: `\`${param}\` must be a phone number in E.164 format, such as +4915112345678.`,
      });
