/** Reads src/contract/tables/charts.yaml: what --chart draws of answers. Next stop: charts.ts. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Chart } from '../kernel/chart.ts';

/** Operations to what is drawn of their answers. */
export type Charts = Readonly<Record<string, Chart>>;

export const CHARTS_FILE = join('tables', 'charts.yaml');

export function readCharts(folder: string): Charts {
  const path = join(folder, CHARTS_FILE);
  return existsSync(path) ? (parse(readFileSync(path, 'utf8')) as Charts) : {};
}
