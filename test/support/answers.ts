/** Answers of a person, given one after the other to whatever a conversation asks. Used by tests of composers. */
import { failure } from '../../src/kernel/failure.ts';

interface Question {
  readonly question: string;
  readonly choices: readonly string[];
}

/** @param answers in order; `null` is Ctrl-C */
export function answering(answers: readonly unknown[]) {
  const left = [...answers];
  const asked: Question[] = [];
  const answer = <T>(question: string, choices: readonly string[] = []): T => {
    asked.push({ question, choices });
    const next = left.shift();
    if (next === undefined) throw new Error(`no answer is left for: ${question}`);
    if (next === null) throw failure('interrupted');
    return next as T;
  };
  return { left, asked, answer };
}
