/** The titles of the tests below test/, as they are written there. Asked by promises.ts. */
import ts from 'typescript';

const DECLARES = new Set(['test', 'it', 'describe']);

/** What `test`, `it` and `describe` are called with first, tables of `each` included. */
export function titlesIn(text: string): Set<string> {
  const source = ts.createSourceFile('test.ts', text, ts.ScriptTarget.Latest, true);
  const titles = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && DECLARES.has(rootOf(node.expression))) {
      const [title] = node.arguments;
      if (title !== undefined && ts.isStringLiteralLike(title)) titles.add(title.text);
      if (title !== undefined && ts.isTemplateExpression(title)) titles.add(title.getText().slice(1, -1));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

/** `test` of `test.each(…)(…)`. */
function rootOf(node: ts.Expression): string {
  if (ts.isPropertyAccessExpression(node) || ts.isCallExpression(node)) return rootOf(node.expression);
  if (ts.isTaggedTemplateExpression(node)) return rootOf(node.tag);
  return ts.isIdentifier(node) ? node.text : '';
}
