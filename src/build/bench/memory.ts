/** Peak memory of long work, over the peak of bare node. */
import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from './figure.ts';
import { BINARY, environment, startList, startService } from './run.ts';

const FILE_MIB = 300;
const BAR_MIB = 40;

const POSTS = 100_000;
const POST_BYTES = 400;
const LIST_BAR_MIB = 60;

export async function memoryFigures(folder: string): Promise<Figure[]> {
  const bare = await peakMiB(folder, ['-e', '0'], {});
  return [await uploadFigure(folder, bare), await listFigure(folder, bare)];
}

async function uploadFigure(folder: string, bare: number): Promise<Figure> {
  const service = await startService(folder, '--data-dir', join(folder, 'memory'));
  try {
    const video = await videoFile(join(folder, 'big.mp4'));
    const env = { SVC_BASE_URL: service.url, SVC_API_KEY: service.apiKey };
    const over = (await peakMiB(folder, [BINARY, 'media', 'upload', video], env)) - bare;
    return figureOf(`svc media upload of ${String(FILE_MIB)} MB`, { over, bare, bar: BAR_MIB });
  } finally {
    await service.stop();
  }
}

/** The list comes from a bare server: what is measured is the reader. */
async function listFigure(folder: string, bare: number): Promise<Figure> {
  const list = await startList(POSTS, POST_BYTES);
  const output = join(folder, 'posts.ndjson');
  try {
    const env = { SVC_BASE_URL: list.url, SVC_API_KEY: 'sk_bench' };
    const args = [BINARY, 'posts', 'list', '--all', '-o', 'ndjson'];
    const over = (await peakMiB(folder, args, env, output)) - bare;
    const lines = await linesIn(output);
    if (lines !== POSTS) throw new Error(`${String(lines)} posts were listed instead of ${String(POSTS)}`);
    return figureOf(`svc posts list --all, ${String(POSTS)} posts`, { over, bare, bar: LIST_BAR_MIB });
  } finally {
    await list.stop();
  }
}

function figureOf(what: string, { over, bare, bar }: { over: number; bare: number; bar: number }): Figure {
  return {
    what: `${what}, peak over bare node`,
    measured: `${over.toFixed(0)} MiB`,
    control: `node -e 0: ${bare.toFixed(0)} MiB`,
    bar: `≤ ${String(bar)} MiB`,
    met: over <= bar,
  };
}

async function linesIn(path: string): Promise<number> {
  let lines = 0;
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    for (const byte of piece) if (byte === 0x0a) lines += 1;
  }
  return lines;
}

/** A file that is an mp4 by its first bytes and sparse behind them. */
async function videoFile(path: string): Promise<string> {
  const file = await open(path, 'w');
  await file.write(Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'), 0, 24, 0);
  await file.truncate(FILE_MIB * 1024 * 1024);
  await file.close();
  return path;
}

/** Runs node with `args`, its output into a file where one is named; the process writes its own largest resident size when it ends. */
async function peakMiB(
  folder: string,
  args: readonly string[],
  more: Record<string, string>,
  output = '/dev/null',
): Promise<number> {
  const probe = join(folder, 'peak.mjs');
  const result = join(folder, 'peak.txt');
  await writeFile(
    probe,
    `import { writeFileSync } from 'node:fs';
     process.on('exit', () => writeFileSync(${JSON.stringify(result)}, String(process.resourceUsage().maxRSS)));`,
  );
  const file = await open(output, 'w');
  try {
    execFileSync(process.execPath, ['--import', probe, ...args], {
      env: environment(folder, more),
      stdio: ['ignore', file.fd, 'inherit'],
    });
  } finally {
    await file.close();
  }
  return Number(await readFile(result, 'utf8')) / 1024;
}
