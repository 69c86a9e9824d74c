/** jq over a whole result: the program itself, compiled to WebAssembly, loaded only for --jq. Used by main.ts, which hands it to render.ts. */
import { failure } from '../kernel/failure.ts';
import { jsonText } from './json.ts';

export interface Expression {
  /**
   * Every value that the expression makes of a document.
   * @throws Failure `usage` when the expression does not fit the document
   */
  valuesOf(document: unknown): Promise<readonly unknown[]>;
}

/** One value a line; the expression is no flag, whatever it begins with. */
const FLAGS = ['--compact-output', '--'];

/**
 * Compiles an expression before anything is sent, so that a mistake in it costs nothing.
 * @param parsed reads JSON without losing precision of large integers
 * @param flag that it was typed for
 * @throws Failure `usage` for an invalid expression
 */
export async function openExpression(
  text: string,
  parsed: (json: string) => Promise<unknown>,
  flag = '--jq',
): Promise<Expression> {
  const { loadJq } = await import('jq-wasm/inline');
  const jq = await loadJq();
  // Without any input the expression is compiled and not run.
  const compiled = jq.raw('', text, FLAGS);
  if (compiled.exitCode !== 0)
    throw refused(flag, `${flag} is not a valid jq expression: ${reasonIn(compiled.stderr)}.`);
  return {
    async valuesOf(document) {
      const { stdout, stderr, exitCode } = jq.raw(await jsonText(document), text, FLAGS);
      if (exitCode !== 0)
        throw refused(flag, `${flag} does not match the result: ${reasonIn(stderr)}. The command itself succeeded.`);
      return Promise.all(
        stdout
          .split('\n')
          .filter(Boolean)
          .map((line) => parsed(line)),
      );
    },
  };
}

/** jq's own sentence, without its name, the place of its input and the excerpt below. */
function reasonIn(stderr: string): string {
  const [line = ''] = stderr.split('\n');
  const said = line.replace(/^jq: error(?: \(at [^)]*\))?:? ?/, '').replace(' at <top-level>,', ' at');
  return said.replace(/[:.\s]+$/, '') || 'it raised an error';
}

const refused = (param: string, message: string) =>
  failure('usage', {
    message,
    param,
    hint: 'The syntax is jq 1.8; put the expression in single quotes.',
  });
