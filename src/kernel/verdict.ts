/** How a listener looks at signatures, and what it finds: words that flags, journals and lines have in common. */

/** `require` refuses what is not signed by a known secret, `warn` takes it and says so, `off` does not look. */
export const VERIFY_MODES = ['require', 'warn', 'off'] as const;
export type VerifyMode = (typeof VERIFY_MODES)[number];

/** `unchecked` where nobody looked. */
export const VERDICTS = ['valid', 'invalid', 'unchecked'] as const;
export type Verdict = (typeof VERDICTS)[number];
