/** Where the page of a sign-in answers. Used by session.ts and begin.ts, and by console/pages.ts. */

/** Followed by the state of a sign-in. */
export const CONNECT_PAGE = '/connect';
