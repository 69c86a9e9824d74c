/** Where the page of an invitation answers. Used by operations.ts, and by console/pages.ts. */

/** Followed by the token of an invitation. */
export const INVITE_PAGE = '/invite';
