/** The door to a person who can be asked. Opened by prompt.ts. */

export interface Prompt {
  /** True when a person can be asked: a terminal on stdin and stderr, and no SVC_NO_INPUT. */
  readonly possible: boolean;
  confirm(question: string): Promise<boolean>;
  input(question: string, initial?: string): Promise<string>;
  /** What is typed is not shown. */
  secret(question: string): Promise<string>;
  select(question: string, choices: readonly { value: string; name?: string }[]): Promise<string>;
  /** Any number of the choices, in their order. */
  checkbox(question: string, choices: readonly CheckChoice[]): Promise<string[]>;
  /** A text of several lines, with words below it that follow what is typed. */
  lines(question: string, initial: string, foot: (text: string) => Promise<string>): Promise<string>;
}

/** A choice, or with `heading` the words above those that follow. */
export type CheckChoice =
  | { readonly heading: string }
  | {
      readonly value: string;
      readonly name: string;
      readonly checked?: boolean;
      /** Why it cannot be chosen; it is shown all the same. */
      readonly disabled?: string;
    };
