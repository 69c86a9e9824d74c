/** Where the pages of texting answer. Used by share.ts, and by console/pages.ts. */

/** Followed by the token of a link. */
export const REGISTER_PAGE = '/register';
