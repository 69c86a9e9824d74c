/** Peak memory of long work, over the peak of bare node. */
import { execFileSync } from 'node:child_process';
import { open, writeFile } from 'node:fs/promises';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Figure } from '../bench.ts';
import { BINARY, environment, startService } from './run.ts';

const FILE_MIB = 300;
const BAR_MIB = 40;

export async function memoryFigures(folder: string): Promise<Figure[]> {
  const service = await startService(folder, '--data-dir', join(folder, 'memory'));
  try {
    const video = await videoFile(join(folder, 'big.mp4'));
    const env = { SVC_BASE_URL: service.url, SVC_API_KEY: service.apiKey };
    const bare = await peakMiB(folder, ['-e', '0'], env);
    const upload = await peakMiB(folder, [BINARY, 'media', 'upload', video], env);
    const over = upload - bare;
    return [
      {
        what: `svc media upload of ${String(FILE_MIB)} MB, peak over bare node`,
        measured: `${over.toFixed(0)} MiB`,
        control: `node -e 0: ${bare.toFixed(0)} MiB`,
        bar: `≤ ${String(BAR_MIB)} MiB`,
        met: over <= BAR_MIB,
      },
    ];
  } finally {
    await service.stop();
  }
}

/** A file that is an mp4 by its first bytes and sparse behind them. */
async function videoFile(path: string): Promise<string> {
  const file = await open(path, 'w');
  await file.write(Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'), 0, 24, 0);
  await file.truncate(FILE_MIB * 1024 * 1024);
  await file.close();
  return path;
}

/** Runs node with `args`; the process writes its own largest resident size when it ends. */
async function peakMiB(folder: string, args: readonly string[], more: Record<string, string>): Promise<number> {
  const probe = join(folder, 'peak.mjs');
  const result = join(folder, 'peak.txt');
  await writeFile(
    probe,
    `import { writeFileSync } from 'node:fs';
     process.on('exit', () => writeFileSync(${JSON.stringify(result)}, String(process.resourceUsage().maxRSS)));`,
  );
  execFileSync(process.execPath, ['--import', probe, ...args], { env: environment(folder, more), stdio: 'ignore' });
  return Number(await readFile(result, 'utf8')) / 1024;
}
