/** What carriers say of texts that do not arrive: the codes and words of `message.failed`. Used by messages.ts and offers.ts. Source: readings, "Texts" */
export const CARRIER_FAILURES = {
  optedOut: { code: 40300, title: 'Opted out', message: 'The recipient has opted out of messages from this number.' },
  /** The message says what the sender lacks. */
  notReady: { code: 40310, title: 'Sender not ready' },
  landline: { code: 40001, title: 'Not routable', message: 'The number is a landline and cannot receive texts.' },
  /** The message is that of the behaviour that was set for the carrier. */
  rejected: { code: 40002, title: 'Rejected by the carrier' },
} as const;
