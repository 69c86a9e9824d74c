/** Refuses phrases that the house does not write, in source, contract and docs. `npm run check` runs it; `--shrink` shortens the list of what is left. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parse } from 'yaml';
import { excessIn, leftText, phraseOf, type Left, type Phrase } from './language/excess.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const PHRASES = join(import.meta.dirname, 'language', 'phrases.yaml');
const LEFT = join(import.meta.dirname, 'language', 'left.yaml');

/** Folders and files that people read, without what the press writes. */
const PLACES = ['src', 'bin', 'docs', 'README.md'];
const SKIPPED = ['docs/reference/', 'src/build/language/'];
const TEXTS = ['.ts', '.js', '.md', '.yaml'];

const words = parse(readFileSync(PHRASES, 'utf8')) as Record<string, { readonly say: string }>;
const phrases: readonly Phrase[] = Object.entries(words).map(([text, { say }]) => phraseOf(text, say));
const left = (parse(readFileSync(LEFT, 'utf8')) ?? {}) as Left;
const texts = PLACES.flatMap(filesIn).map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
const { excess, now } = excessIn(texts, phrases, left);

if (process.argv.includes('--shrink')) writeFileSync(LEFT, leftText(now));
else if (excess.length > 0) {
  console.log(excess.join('\n'));
  process.exitCode = 1;
}

function filesIn(place: string): string[] {
  if (place.endsWith('.md')) return [place];
  return readdirSync(join(ROOT, place), { recursive: true, encoding: 'utf8' })
    .map((path) => posix.join(place, path.split('\\').join('/')))
    .filter((path) => TEXTS.some((end) => path.endsWith(end)) && !SKIPPED.some((start) => path.startsWith(start)))
    .sort();
}
