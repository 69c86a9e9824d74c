/** Reads and writes one YAML file of the contract, in the one form it has on disk. Used by carry.ts. */
import { readFile, writeFile } from 'node:fs/promises';
import prettier from 'prettier';
import { Document, isMap, isScalar, isSeq, parse, Scalar, visit, type YAMLMap } from 'yaml';
import { isNode, type Node } from './shapes.ts';

const SHORT = 100;

/** The file's content, or an empty node when there is no such file. */
export async function readPage(path: string): Promise<Node> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const page: unknown = parse(text);
  return isNode(page) ? page : {};
}

/** Writes the page: plain leaves on one line, everything with words in blocks, then prettier. The opening comment stays. */
export async function writePage(path: string, page: Node): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => '');
  const opening = /^(#[^\n]*\n)+/.exec(before)?.[0] ?? '';
  const document = new Document(page, { aliasDuplicateObjects: false });
  visit(document, {
    Seq: (_key, seq) => {
      if (seq.items.every(isWord) && JSON.stringify(seq.toJSON()).length < SHORT) seq.flow = true;
    },
    Map: (_key, map) => {
      if (isLeaf(map)) map.flow = true;
    },
    Pair: (_key, { key, value }) => {
      const isText = isScalar(key) && key.value === 'description' && isScalar(value);
      if (isText && String(value.value).length > SHORT) value.type = Scalar.BLOCK_FOLDED;
    },
  });
  const text = opening + document.toString({ lineWidth: 0 });
  await writeFile(
    path,
    await prettier.format(text, {
      ...(await prettier.resolveConfig(import.meta.filename)),
      parser: 'yaml',
      proseWrap: 'always',
    }),
  );
}

const isWord = (item: unknown): boolean => isScalar(item) && !String(item.value).includes(' ');

/** A small map without words: `{ type: string, maxLength: 50 }`. */
function isLeaf(map: YAMLMap): boolean {
  const flat = map.items.every(
    ({ value }) => isScalar(value) || (isSeq(value) && value.items.every(isWord)) || (isMap(value) && isLeaf(value)),
  );
  const hasWords = map.items.some(
    ({ key }) => isScalar(key) && ['description', 'summary', 'name', 'title'].includes(String(key.value)),
  );
  return flat && !hasWords && JSON.stringify(map.toJSON()).length < SHORT;
}
