/** `npm run bench`: every figure beside its control of the same run. It prints; only a person judges. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deliveryFigures } from './bench/deliveries.ts';
import { listenerFigures } from './bench/listener.ts';
import { loadFigures } from './bench/load.ts';
import { memoryFigures } from './bench/memory.ts';
import { millionFigures } from './bench/million.ts';
import { sizeFigures } from './bench/size.ts';
import { startFigures } from './bench/start.ts';
import { teamFigures } from './bench/team.ts';
import type { Figure } from './bench/figure.ts';

const FAMILIES: Record<string, (folder: string) => Promise<Figure[]>> = {
  start: startFigures,
  memory: memoryFigures,
  load: loadFigures,
  deliveries: deliveryFigures,
  listener: listenerFigures,
  team: teamFigures,
  million: millionFigures,
  size: sizeFigures,
};

const chosen = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'svc-bench-'));
try {
  for (const [name, measure] of Object.entries(FAMILIES)) {
    if (chosen.length > 0 && !chosen.includes(name)) continue;
    for (const figure of await measure(folder)) print(figure);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

function print({ what, measured, control, bar, met }: Figure): void {
  console.log(
    `${met ? 'ok  ' : 'MISS'} ${what.padEnd(46)} ${measured.padEnd(18)} control ${control.padEnd(18)} bar ${bar}`,
  );
}
