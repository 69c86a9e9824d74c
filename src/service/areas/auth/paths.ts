/** Where the login page answers: known to those who send people there and to the forms themselves. */

/** The query may carry a code, under `code`. */
export const LOGIN_PAGE = '/device';

/** A login, shown and decided; only to whoever entered its code. */
export const DECISION_PAGE = `${LOGIN_PAGE}/decision`;
