/** The HTTP methods of the API. */
import type { Method } from './card.ts';

export const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
