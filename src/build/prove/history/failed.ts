/** Whatever fails around a service, it never answers that it has failed itself: 503 says that a caller may try again. */
import type { History, Violation } from './history.ts';

/** @returns a violation for every answer of an error that the service did not expect */
export const failedIn = ({ calls }: History): readonly Violation[] =>
  calls
    .filter(({ answer }) => answer?.status === 500)
    .map((call) => ({ sentence: `The service answered 500 to ${call.client}.`, calls: [call] }));
