/** `svc help environment`. */
import { PLACES } from '../../kernel/places.ts';
import { LOCAL_VARIABLES, VARIABLES } from '../../kernel/variables.ts';
import type { Row, Topic } from './topic.ts';

const MEANINGS: Readonly<Record<keyof typeof VARIABLES, string>> = {
  apiKey: 'The API key. It takes precedence over every stored key and is never saved.',
  baseUrl: 'Base URL of the API.',
  mcpUrl: 'URL of the MCP server.',
  context: 'Name of the context to use.',
  profile: 'Id of the default profile.',
  timezone: 'IANA time zone for times typed without one.',
  dateOrder: 'How to read dates such as 06.12.2027: dmy, mdy or ymd.',
  output: 'Output format, as for -o.',
  cacert: 'PEM file with further certificate authorities, as for --cacert.',
};

const settings: readonly Row[] = (Object.keys(VARIABLES) as (keyof typeof VARIABLES)[]).map((setting) => {
  const [current, ...older] = VARIABLES[setting];
  const also = older.length === 0 ? '' : ` Older names: ${older.join(', ')}.`;
  return [current, MEANINGS[setting] + also];
});

const BEHAVIOUR: readonly Row[] = [
  [
    LOCAL_VARIABLES.dataDir,
    'Data folder of the service for `svc local` commands, unless --data-dir or --context is set.',
  ],
  [LOCAL_VARIABLES.controlKey, 'Not read: `svc local exec` sets it for programs that call `/_local/…` directly.'],
  ['SVC_NO_INPUT', 'Set to any value: never prompt, as with --no-input.'],
  ['SVC_CONFIG_DIR', 'Folder for settings; state is then in its subfolder `state`.'],
  ['NO_COLOR, CLICOLOR=0', 'No colors, as with TERM=dumb.'],
  [
    'FORCE_COLOR, CLICOLOR_FORCE',
    'Colors even without a terminal; FORCE_COLOR=0 turns them off. --color overrides all of these.',
  ],
  ['COLUMNS', 'Width of tables and help if the terminal does not report one.'],
  ['LINES', 'Height of the terminal when it does not report one.'],
  [
    'SVC_PAGER, PAGER',
    'Program that shows results longer than the terminal, without a shell; SVC_PAGER takes precedence, `cat` turns it off. The default is less.',
  ],
  ['LESS, LV', 'Options of the pager; svc sets FRX and -c where they are unset.'],
  ['HTTPS_PROXY, HTTP_PROXY', 'Proxy for requests; lowercase names work too. Loopback addresses never use a proxy.'],
  ['NO_PROXY', 'Hosts to reach without the proxy.'],
  ['NODE_EXTRA_CA_CERTS', 'File with additional CA certificates.'],
  ['VISUAL, EDITOR', 'Editor for --edit and for the text of a post in the composer; VISUAL takes precedence.'],
  ['SHELL', 'The shell that `svc completion install` sets up.'],
  ['LC_ALL, LANG', 'Country of a phone number typed without a country code, when svc suggests the full number.'],
  ['LC_ALL, LC_CTYPE, LANG', 'Character set of the terminal: trees and charts use ASCII unless it is UTF-8.'],
  ['BROWSER', 'Browser for the login page. Not opened in CI, in a container or over SSH.'],
  [
    'GITHUB_ACTIONS',
    'When it is `true`, failures of imports, expectations and signatures are annotated, and keys that a command prints are masked in the log.',
  ],
  [
    'SVC_ACCESSIBLE',
    'Set to any value: no spinner and no redrawing. Work that takes long is announced once, and prompts are lines that are read from top to bottom.',
  ],
  [
    'SVC_NO_UPDATE_NOTICE',
    'Set to any value: never ask npm for a newer svc. Otherwise npm is asked once a day, in the background, and only from a terminal that is not CI.',
  ],
  ['PATH', 'Where `svc NAME` finds a program svc-NAME, and where npm is found. Relative folders are ignored.'],
];

/** Read to find folders, a keychain, a screen, or to see what kind of machine this is. */
const SURROUNDINGS =
  'HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_RUNTIME_DIR, ZDOTDIR, APPDATA, LOCALAPPDATA, DBUS_SESSION_BUS_ADDRESS, ' +
  'DISPLAY, WAYLAND_DISPLAY, WSL_DISTRO_NAME, SSH_CONNECTION, SSH_CLIENT, SSH_TTY, CI, container and KUBERNETES_SERVICE_HOST ' +
  'have their usual meaning: they are used to find folders, the keychain and a display.';

export default (): Topic => ({
  title: 'Environment',
  sections: [
    {
      heading: 'Settings',
      paragraphs: [
        'Flags override the environment, which overrides the project file `.svc.json`, which overrides the context. An older name is read only when all names before it are unset.',
      ],
      columns: ['variable', 'meaning'],
      rows: settings,
    },
    { heading: 'Behaviour', columns: ['variable', 'meaning'], rows: BEHAVIOUR, notes: [SURROUNDINGS] },
    {
      heading: 'Files',
      paragraphs: [
        'This is everything that svc writes by itself. CONFIG is `svc` below XDG_CONFIG_HOME (`~/.config`), ~/Library/Preferences or APPDATA; STATE is `svc` below XDG_STATE_HOME (`~/.local/state`), ~/Library/Application Support or LOCALAPPDATA. `svc config path` prints both.',
      ],
      columns: ['path', 'contents'],
      rows: [
        ...Object.values(PLACES).map(({ base, path, holds }): Row => [`${base.toUpperCase()}/${path}`, `${holds}.`]),
        ['the keychain', 'Keys and webhook secrets.'],
        ['start files of shells', 'The marked block of `svc completion install`.'],
      ],
      notes: [
        'A local service started with --data-dir writes into that folder. `svc purge` removes all of this, and nothing that svc did not write.',
      ],
      examples: [
        'svc config path',
        'svc purge --dry-run',
        'svc config explain apiKey',
        'SVC_CONTEXT=staging svc posts list',
      ],
    },
  ],
});
