/** The mark of a build: a file of dist/ that changes with any other, so that a running service notices that dist/ was replaced. Called by bundle.ts. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { BUILD_MARK } from '../kernel/build-mark.ts';

/** What V8 compiled belongs to the machine and not to the build. */
const isCounted = (name: string): boolean => name !== BUILD_MARK && !name.startsWith(`compiled${sep}`);

export function writeMark(dist: string): void {
  const hash = createHash('sha256');
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(dist, join(parentPath, name)))
    .filter(isCounted);
  for (const name of files.sort()) hash.update(`${name}\0`).update(readFileSync(join(dist, name)));
  writeFileSync(join(dist, BUILD_MARK), `${hash.digest('hex')}\n`);
}
