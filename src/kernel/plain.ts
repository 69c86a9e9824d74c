/** SVC_ACCESSIBLE: what a screen reader needs of a terminal. Asked by prompts, progress and --watch. */

/** Whether nothing may be redrawn on a terminal. */
export const isPlain = (env: Readonly<Record<string, string | undefined>>): boolean => Boolean(env['SVC_ACCESSIBLE']);
