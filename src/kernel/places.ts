/**
 * Everything that svc writes on a machine to a path that nobody named: the one table of it. world/settings.ts turns a row into
 * a path, `svc purge` removes what it finds there, and `svc help environment` prints it.
 */

export interface Place {
  /** `config` is the folder of the settings file, `state` the one of `svc config path`'s `stateFolder`. */
  readonly base: 'config' | 'state';
  /** Below the base. */
  readonly path: string;
  /** Names of the files that svc writes there; absent for a single file, and for the data folder, which data-folder.ts describes. */
  readonly files?: RegExp;
  /** Begins a sentence of the help. */
  readonly holds: string;
}

export const PLACES = {
  local: { base: 'state', path: 'local', holds: 'The data folder of the local service' },
  edits: { base: 'state', path: 'edits', files: /\.ndjson$/, holds: 'Journals of bulk edits, for `--undo`' },
  imports: {
    base: 'state',
    path: 'imports',
    files: /\.ndjson$/,
    holds: 'Import journals, to continue imports that stopped',
  },
  series: { base: 'state', path: 'series', files: /\.json$/, holds: 'Recurring posts that are not all created yet' },
  drafts: {
    base: 'state',
    path: 'drafts',
    files: /\.(?:md|txt|yaml)$/,
    holds: 'Composed posts and edited input that were not sent',
  },
  completion: { base: 'state', path: 'completion', files: /\.json$/, holds: 'Names and ids for completion' },
  cache: { base: 'state', path: 'cache', files: /\.json$/, holds: 'Responses kept by `svc api --cache`' },
  rate: { base: 'state', path: 'rate', files: /\.json$/, holds: 'Rate-limit windows shared by processes' },
  logins: { base: 'state', path: 'logins', files: /\.json$/, holds: 'Pending logins' },
  webSessions: { base: 'state', path: 'web-sessions.json', holds: 'When the browser sessions for calls expire' },
  reminders: { base: 'state', path: 'reminders.json', holds: 'When svc last reminded you of something' },
  latestVersion: { base: 'state', path: 'latest-version', holds: 'The latest version of svc that npm knows' },
  keys: {
    base: 'config',
    path: 'keys',
    files: /\.[\da-f]{12}$/,
    holds: 'Keys and webhook secrets, if the system has no keychain',
  },
  settings: { base: 'config', path: 'settings.json', holds: 'Contexts and defaults, without secrets' },
} as const satisfies Readonly<Record<string, Place>>;

export type PlaceName = keyof typeof PLACES;

/** Temporary neighbors and locks that a killed process leaves beside a file. */
const LEFT_BEHIND = [/^\.(.+)\.\d+\.tmp$/, /^(.+)\.tmp-[\da-f]+$/, /^(.+)\.lock$/, /^(.+)\.new$/];

/** The name of the file that a name in a folder is, or was on its way to. */
export const meantBy = (name: string): string => {
  const found = LEFT_BEHIND.map((form) => form.exec(name)?.[1]).find((inner) => inner !== undefined);
  return found ?? name;
};
