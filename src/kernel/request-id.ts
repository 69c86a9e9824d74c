/** The header with the id of a call, in lower case: the caller's own makes a write repeatable. Source: specification, "Idempotency" */
export const REQUEST_ID = 'x-request-id';
