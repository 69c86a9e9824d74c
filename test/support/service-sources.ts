/** The sources of the service outside http/ and the console's browser program, which is a client of it, without their comments, for rules about its text. */
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './process.ts';

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');

/** Text by path below src/service, read at each call. */
export async function serviceSources(): Promise<ReadonlyMap<string, string>> {
  const folder = join(ROOT, 'src/service');
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'));
  const outside = files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !/^(?:http|console\/app)\//.test(file));
  const texts = outside.map(
    async (file) => [file, withoutComments(await readFile(join(folder, file), 'utf8'))] as const,
  );
  return new Map(await Promise.all(texts));
}
