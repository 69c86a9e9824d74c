/** Paths outside svc's own folders that it wrote to because somebody named them. The settings remember them, so that `svc purge` finds them. */
import type { Settings } from '../world/settings.ts';
import type { SettingsFields } from '../world/settings-file.ts';

/** Paths, and for `mcpEntries` addresses of entries in files. */
export type Trace = 'dataFolders' | 'completionFiles' | 'mcpEntries';

/** The oldest first; paths are absolute. */
export function tracesIn(settings: SettingsFields, trace: Trace): readonly string[] {
  const found = settings[trace];
  return Array.isArray(found) ? found.filter((path) => typeof path === 'string') : [];
}

export const withTrace = (settings: SettingsFields, trace: Trace, path: string): SettingsFields =>
  tracesIn(settings, trace).includes(path) ? settings : { ...settings, [trace]: [...tracesIn(settings, trace), path] };

/** Writes only when the settings do not know the path. */
export async function rememberTrace(settings: Settings, trace: Trace, path: string): Promise<void> {
  if (!tracesIn(settings.read(), trace).includes(path))
    await settings.write((before) => withTrace(before, trace, path));
}

export async function forgetTrace(settings: Settings, trace: Trace, path: string): Promise<void> {
  if (!tracesIn(settings.read(), trace).includes(path)) return;
  await settings.write((before) => {
    const others = Object.entries(before).filter(([name]) => name !== trace);
    const left = tracesIn(before, trace).filter((one) => one !== path);
    return Object.fromEntries(left.length === 0 ? others : [...others, [trace, left]]);
  });
}
