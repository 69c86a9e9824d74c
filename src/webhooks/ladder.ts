/** How often an event is tried at an endpoint, and how long each wait is. The service keeps to it; a listener can, too. */

/** How long an endpoint may take to respond. Source: WHK-51 */
export const ANSWER_WITHIN_MS = 5_000;

/** Seconds before an attempt; undefined after the last. Source: specification, "Delivery rules" (WHK-53, WHK-58 to WHK-63) */
// prettier-ignore
const WAITS_SECONDS: Readonly<Record<number, number>> = {
  2: 10,
  3: 100,
  4: 1_000,
  5: 10_000,
  6: 86_400,
  7: 86_400,
};

/**
 * The wait before an attempt, from the end of the one before.
 * @param attempt 2 to 7; the first is immediate
 * @returns milliseconds, or undefined when no attempt is left
 */
export const waitBefore = (attempt: number): number | undefined => {
  const seconds = WAITS_SECONDS[attempt];
  return seconds === undefined ? undefined : seconds * 1_000;
};
