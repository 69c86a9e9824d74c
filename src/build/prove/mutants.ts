/** Small faults that can be put into a source file, one at a time. Tests that notice none of them assert too little. */
import ts from 'typescript';

export interface Mutant {
  /** Counted from 1. */
  readonly line: number;
  /** `=== becomes !==`. */
  readonly change: string;
  /** The whole file with the fault. */
  readonly text: string;
}

const OPERATORS: Readonly<Partial<Record<ts.SyntaxKind, string>>> = {
  [ts.SyntaxKind.EqualsEqualsEqualsToken]: '!==',
  [ts.SyntaxKind.ExclamationEqualsEqualsToken]: '===',
  [ts.SyntaxKind.LessThanToken]: '<=',
  [ts.SyntaxKind.LessThanEqualsToken]: '<',
  [ts.SyntaxKind.GreaterThanToken]: '>=',
  [ts.SyntaxKind.GreaterThanEqualsToken]: '>',
  [ts.SyntaxKind.AmpersandAmpersandToken]: '||',
  [ts.SyntaxKind.BarBarToken]: '&&',
  [ts.SyntaxKind.PlusToken]: '-',
  [ts.SyntaxKind.MinusToken]: '+',
};

/** Every fault of a file: an operator turned round, a condition, a number or a constant changed. */
export function mutantsOf(path: string, text: string): readonly Mutant[] {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: Mutant[] = [];
  const put = (node: ts.Node, instead: string): void => {
    const [from, to] = [node.getStart(tree), node.getEnd()];
    found.push({
      line: tree.getLineAndCharacterOfPosition(from).line + 1,
      change: `${text.slice(from, to)} becomes ${instead}`,
      text: text.slice(0, from) + instead + text.slice(to),
    });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node)) return;
    const instead = insteadOf(node);
    if (instead !== undefined) put(node, instead);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function insteadOf(node: ts.Node): string | undefined {
  if (node.kind === ts.SyntaxKind.TrueKeyword) return 'false';
  if (node.kind === ts.SyntaxKind.FalseKeyword) return 'true';
  if (ts.isNumericLiteral(node)) return String(Number(node.text.replaceAll('_', '')) + 1);
  const isOperator =
    ts.isBinaryExpression(node.parent ?? node) && (node.parent as ts.BinaryExpression).operatorToken === node;
  return isOperator ? OPERATORS[node.kind] : undefined;
}
