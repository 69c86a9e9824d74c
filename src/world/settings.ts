/** Non-secret settings of the user in one JSON file: read plainly and cheaply, written through conf under a lock. */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { absolute } from '../kernel/absolute.ts';
import { PLACES, type PlaceName } from '../kernel/places.ts';
import type { Host } from './host.ts';
import { refuseOpenFolder } from './safe-folder.ts';
import { readSettings } from './settings-file.ts';
import type { SettingsFields } from './settings-file.ts';

export interface Settings {
  /** The settings file, whether or not it exists. */
  readonly path: string;
  /** Folder of what svc keeps for itself beside the settings. */
  readonly stateFolder: string;
  /** Absolute path of a row of the table of what svc writes. */
  place(name: PlaceName): string;
  /**
   * The file's content; empty when there is no file.
   * @throws Failure `settings_broken` with file, line and column, for a link, and for a folder that others can write to;
   *   `local_io` when it cannot be read
   */
  read(): SettingsFields;
  /** Another file of the same kind, such as a project file; undefined when it does not exist. Throws like `read`. */
  readBeside(path: string): SettingsFields | undefined;
  /** Reads, changes and writes under a lock. Keys that `change` leaves alone stay. */
  write(change: (before: SettingsFields) => SettingsFields): Promise<void>;
}

export function openSettings(host: Host): Settings {
  const folder = configFolder(host);
  const state = stateFolder(host);
  const path = join(folder, PLACES.settings.path);
  return {
    path,
    stateFolder: state,
    place: (name) => join(PLACES[name].base === 'config' ? folder : state, PLACES[name].path),
    read: onceEach(path, () => {
      refuseOpenFolder(folder);
      return readSettings(path) ?? {};
    }),
    readBeside: readSettings,
    write: async (change) => (await import('./settings-write.ts')).writeSettings(path, change),
  };
}

/** Reads again only when the file is another one than before: a call asks for each setting by itself. */
function onceEach(path: string, read: () => SettingsFields): () => SettingsFields {
  let seen: { readonly state: string; readonly fields: SettingsFields } | undefined;
  return () => {
    const state = stateOf(path);
    if (seen === undefined || seen.state !== state) seen = { state, fields: read() };
    return seen.fields;
  };
}

/** Changes with every write. When it cannot be determined, the following read reports why. */
function stateOf(path: string): string {
  try {
    const found = lstatSync(path, { bigint: true, throwIfNoEntry: false });
    return found === undefined ? 'absent' : [found.dev, found.ino, found.size, found.mtimeNs, found.ctimeNs].join(' ');
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code);
  }
}

/** SVC_CONFIG_DIR, else the customary folder of the system. Source: XDG base directories; the habits of the other systems. */
function configFolder({ env, platform, home }: Host): string {
  if (env['SVC_CONFIG_DIR']) return env['SVC_CONFIG_DIR'];
  if (platform === 'darwin') return join(home, 'Library', 'Preferences', 'svc');
  if (platform === 'win32') return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'svc');
  return join(absolute(env['XDG_CONFIG_HOME']) ?? join(home, '.config'), 'svc');
}

function stateFolder({ env, platform, home }: Host): string {
  if (env['SVC_CONFIG_DIR']) return join(env['SVC_CONFIG_DIR'], 'state');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'svc');
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'svc');
  return join(absolute(env['XDG_STATE_HOME']) ?? join(home, '.local', 'state'), 'svc');
}
