/** The mark of svc, drawn by us: two arrows, a request and its answer. For the pages of the service and for the console. */

/** On a field of 32 by 32. */
export const ARROWS = 'M8 13h14l-4-4M24 19H10l4 4';
