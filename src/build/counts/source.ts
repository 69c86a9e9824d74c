/** Every source file of src/, parsed once: its lines, functions and imports. Next stop: graph.ts and words.ts count over them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

export interface Source {
  /** From the root of the project, for example `src/kernel/json.ts`. */
  readonly path: string;
  readonly lines: number;
  readonly tree: ts.SourceFile;
  readonly imports: readonly Import[];
  readonly functions: readonly Func[];
}

export interface Import {
  readonly to: string;
  readonly isType: boolean;
}

export interface Func {
  readonly name: string;
  readonly lines: number;
  /** Async, or handed a transaction. */
  readonly hasEffect: boolean;
}

export const sourcesIn = (root: string): Source[] =>
  readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join('src', path.split('\\').join('/')))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))
    .sort()
    .map((path) => sourceOf(path, readFileSync(join(root, path), 'utf8')));

export function sourceOf(path: string, text: string): Source {
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  const functions: Func[] = [];
  visit(tree, (node) => {
    const named = importedBy(node);
    if (named?.to.startsWith('.') === true) imports.push({ ...named, to: posix.join(posix.dirname(path), named.to) });
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined)
      functions.push(funcOf(node as ts.FunctionLikeDeclaration, tree));
  });
  return { path, lines: text.split('\n').length - 1, tree, imports, functions };
}

/** Calls back with every node below. */
export function visit(node: ts.Node, each: (node: ts.Node) => void): void {
  ts.forEachChild(node, (child) => {
    each(child);
    visit(child, each);
  });
}

function importedBy(node: ts.Node): Import | undefined {
  if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier))
    return { to: node.moduleSpecifier.text, isType: isTypeOnly(node.importClause) };
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier))
    return { to: node.moduleSpecifier.text, isType: node.isTypeOnly };
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument) && ts.isStringLiteral(node.argument.literal))
    return { to: node.argument.literal.text, isType: true };
  if (!ts.isCallExpression(node) || node.expression.kind !== ts.SyntaxKind.ImportKeyword) return undefined;
  const [to] = node.arguments;
  return to !== undefined && ts.isStringLiteral(to) ? { to: to.text, isType: false } : undefined;
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.isTypeOnly) return true;
  const { namedBindings } = clause;
  return (
    clause.name === undefined &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every((one) => one.isTypeOnly)
  );
}

function funcOf(node: ts.FunctionLikeDeclaration, tree: ts.SourceFile): Func {
  const lineOf = (at: number): number => tree.getLineAndCharacterOfPosition(at).line;
  const isAsync = ts.getModifiers(node as ts.HasModifiers)?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword);
  const takesTx = node.parameters.some(({ type }) => type?.getText(tree) === 'Tx');
  const answersLater = node.type?.getText(tree).startsWith('Promise<') === true;
  return {
    name: nameOf(node, tree),
    lines: lineOf(node.getEnd()) - lineOf(node.getStart(tree)) + 1,
    hasEffect: isAsync === true || takesTx || answersLater,
  };
}

function nameOf(node: ts.FunctionLikeDeclaration, tree: ts.SourceFile): string {
  if (node.name !== undefined) return node.name.getText(tree);
  const { parent } = node;
  return ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) ? parent.name.getText(tree) : '';
}
