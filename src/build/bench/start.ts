/** Start-up: the median of interleaved runs, as a ratio to `node -e 0`. */
import type { Figure } from './figure.ts';
import { BINARY, environment, median, startService, timed } from './run.ts';

const RUNS = 15;

/** Journey and bar. Source: design, "Budgets". */
const JOURNEYS: readonly (readonly [args: readonly string[], bar: number])[] = [
  [['--version'], 1.15],
  [['--help'], 1.35],
  [['posts', 'create', '--help'], 1.5],
  [['posts', 'list'], 1.6],
  [['__complete', 'zsh', '=--st', 'posts', 'list'], 1.3],
];

/** What one request costs with nothing around it: the floor under every command that calls. */
const REQUEST = `require('node:http').get(process.env.SVC_BASE_URL + '/_local/health', (answer) => answer.resume())`;

export async function startFigures(folder: string): Promise<Figure[]> {
  const service = await startService(folder, '--ephemeral');
  const env = environment(folder, { SVC_BASE_URL: service.url, SVC_API_KEY: service.apiKey });
  try {
    const bare: number[] = [];
    const requests: number[] = [];
    const runs = JOURNEYS.map((): number[] => []);
    for (let run = 0; run < RUNS; run += 1) {
      bare.push(timed(['-e', '0'], env));
      requests.push(timed(['-e', REQUEST], env));
      JOURNEYS.forEach(([args], index) => runs[index]?.push(timed([BINARY, ...args], env)));
    }
    const control = median(bare);
    const floor = {
      what: 'one bare node:http request, for comparison',
      measured: `${(median(requests) / control).toFixed(2)} ×`,
      control: `node -e 0: ${control.toFixed(0)} ms`,
      bar: '–',
      met: true,
    };
    const figures = JOURNEYS.map(([args, bar], index) => {
      const ratio = median(runs[index] ?? []) / control;
      return {
        what: `svc ${args.join(' ')}`,
        measured: `${ratio.toFixed(2)} ×`,
        control: `node -e 0: ${control.toFixed(0)} ms`,
        bar: `≤ ${String(bar)}`,
        met: ratio <= bar,
      };
    });
    return [...figures, floor];
  } finally {
    await service.stop();
  }
}
