/** Refusals of the command line as problems of a row. Used by judge.ts and address.ts. */
import { Failure } from '../../kernel/failure.ts';
import type { FaultyRow, Row, RowProblem } from './row.ts';

/** What is thrown as a refusal of the command line becomes a problem of the row. */
export async function keepProblems<T>(problems: RowProblem[], act: () => T | Promise<T>): Promise<T | undefined> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Failure) || error.exit !== 'usage') throw error;
    problems.push(problemIn(error));
    return undefined;
  }
}

/** Flags of a single word; those of several are no columns. */
const COLUMN_FLAG = /--([a-z]+)(?![a-z-])/g;

/** The same sentence, with the columns of a row in place of the flags of the command line. */
function problemIn({ fields }: Failure): RowProblem {
  const message = fields.message.replace(/^--at: /, 'at: ').replace(COLUMN_FLAG, '$1');
  const param = fields.param?.replace(/^--/, '');
  const hint = fields.hint?.replace(COLUMN_FLAG, '$1');
  return {
    ...(param !== undefined && { param }),
    message: hint === undefined ? message : `${message} ${hint}`,
  };
}

export const faultyRow = (
  { file, place, line, number }: Row,
  { key, problems }: { key?: string | undefined; problems: readonly RowProblem[] },
): FaultyRow => ({
  file,
  place,
  number,
  ...(line !== undefined && { line }),
  ...(key !== undefined && { key }),
  problems,
});
