/** The settings file of older versions, `~/.service/config.json`: read only where no current settings have been made. */
import { join } from 'node:path';
import type { World } from '../world/world.ts';
import { contextsIn } from './context.ts';

export interface OlderFile {
  readonly path: string;
  readonly apiKey?: string;
  readonly baseUrl?: string;
}

/**
 * Undefined when there is no such file, and as soon as there is a context.
 * Source: design §5
 */
export function olderFile({ host, settings }: Pick<World, 'host' | 'settings'>): OlderFile | undefined {
  if (Object.keys(contextsIn(settings.read())).length > 0) return undefined;
  const path = join(host.home, '.service', 'config.json');
  const fields = settings.readBeside(path);
  if (fields === undefined) return undefined;
  const apiKey = textIn(fields, 'apiKey');
  const baseUrl = textIn(fields, 'baseUrl') ?? textIn(fields, 'apiUrl');
  return { path, ...(apiKey && { apiKey }), ...(baseUrl && { baseUrl }) };
}

function textIn(fields: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = fields[name];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
