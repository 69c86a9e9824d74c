/** The two ways in which a list is moved through: by counting, or by a token out of the answer before. */

const COUNTED = ['page', 'skip', 'offset'];

/** Whether a position parameter counts records or pages; every other one carries a token. */
export const isCounted = (name: string): boolean => COUNTED.includes(name);
