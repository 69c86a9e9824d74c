#!/usr/bin/env node
/** The launcher: answers --version by itself and hands everything else to dist/main.js. */

// Importing node:fs would load the streams behind it, which is half of what `--version` costs.
const fs = process.getBuiltinModule('node:fs');
const [word, ...rest] = process.argv.slice(2);

if ((word === '--version' || word === '-V') && rest.length === 0) {
  const { version } = JSON.parse(fs.readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  try {
    fs.writeSync(1, `${version}\n`);
  } catch (error) {
    // The reader has gone, as in `svc --version | true`.
    if (error.code !== 'EPIPE') throw error;
  }
} else if (fs.existsSync(new URL('../dist/main.js', import.meta.url))) {
  const { main } = await import('../dist/main.js');
  await main();
} else {
  fs.writeSync(2, 'svc is not built: dist/main.js is missing. Run `npm run build` in its folder.\n');
  process.exitCode = 1;
}
