#!/usr/bin/env node
/** The launcher: answers --version by itself and hands everything else to dist/main.js. */
import { existsSync, readFileSync } from 'node:fs';

const [word, ...rest] = process.argv.slice(2);

if ((word === '--version' || word === '-V') && rest.length === 0) {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
} else if (existsSync(new URL('../dist/main.js', import.meta.url))) {
  const { main } = await import('../dist/main.js');
  await main();
} else {
  process.stderr.write('svc is not built: dist/main.js is missing. Run `npm run build` in its folder.\n');
  process.exitCode = 1;
}
