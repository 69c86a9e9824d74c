/** Where the pages of phone numbers answer. Used by orders/, and by console/pages.ts. */

/** Below it the pages where orders are paid lie, under the ids of their numbers. */
export const CHECKOUT_PAGE = '/checkout/numbers';

/** Followed by the token of a link for a customer's documents. */
export const KYC_PAGE = '/kyc';
