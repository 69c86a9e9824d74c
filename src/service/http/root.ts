/** Where the API begins: the only part of an address that is known outside the contract. Read by server.ts and by the page at `/`. */

export const API_ROOT = '/v1';
