/** The words of a listener: how it looks at signatures, what it finds, and how it passes events on. Flags, journals and listener/ have them from here. */

/** `require` refuses what is not signed by a known secret, `warn` takes it and says so, `off` does not look. */
export const VERIFY_MODES = ['require', 'warn', 'off'] as const;
export type VerifyMode = (typeof VERIFY_MODES)[number];

/** `unchecked` where nobody looked. */
export const VERDICTS = ['valid', 'invalid', 'unchecked'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** `target` answers what the target did; `now` answers as soon as the event is kept. */
export const ACK_MODES = ['target', 'now'] as const;
export type AckMode = (typeof ACK_MODES)[number];

/** Whether a target that fails is tried again: within seconds with `fast`, as the service does with `real`. */
export const RETRY_MODES = ['off', 'fast', 'real'] as const;
export type RetryMode = (typeof RETRY_MODES)[number];

/** `mark` passes a duplicate on and says that it is one, `forward` passes it on as if it were none, `drop` does not pass it on. */
export const DUPLICATES = ['mark', 'forward', 'drop'] as const;
export type Duplicates = (typeof DUPLICATES)[number];

/** Most that is sent or passed on at a time. */
export const WIDEST = 256;
