/** The environment of a process, as every door that needs one is handed it. */

export type Env = Readonly<Record<string, string | undefined>>;
