/** Judges the services of a location, wherever they are sent. */
import { fieldsIn, isFields } from '../../../kernel/json.ts';
import type { Reply } from '../../call.ts';
import { amountProblem, firstOf, invalid, labelProblem, textProblem } from './problems.ts';

/** Longest name and description of a service in one's own words. */
const LABEL = [140, 250] as const;

/** Longest description of a service that the network knows. */
const DESCRIPTION = 300;

/** A service is one that the network knows or one in own words, never both. */
export const servicesProblem = (param: string, items: unknown): Reply | undefined =>
  firstOf(fieldsIn(items), ({ structuredServiceItem: known, freeFormServiceItem: own, price }, at) => {
    const here = `${param}.${at}`;
    if (isFields(known) === isFields(own))
      return invalid(here, 'A service must be either a structuredServiceItem or a freeFormServiceItem.');
    const problem = isFields(known)
      ? textProblem(`${here}.structuredServiceItem.description`, known['description'], DESCRIPTION)
      : labelProblem(`${here}.freeFormServiceItem.label`, Object(own)['label'], LABEL);
    return problem ?? amountProblem(`${here}.price`, price);
  });
