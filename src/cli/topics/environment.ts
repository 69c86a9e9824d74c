/** `svc help environment`. */
import { VARIABLES } from '../../kernel/variables.ts';
import type { Row, Topic } from './topic.ts';

const MEANINGS: Readonly<Record<keyof typeof VARIABLES, string>> = {
  apiKey: 'The API key. It goes before every stored key, and nothing is written.',
  baseUrl: 'Address of the API.',
  mcpUrl: 'Address of the tool server.',
  context: 'Name of the context to use.',
  profile: 'Id of the profile that commands mean when they are not told.',
  timezone: 'IANA zone of times that are typed without one.',
  output: 'Form of results, as for -o.',
};

const settings: readonly Row[] = (Object.keys(VARIABLES) as (keyof typeof VARIABLES)[]).map((setting) => {
  const [current, ...older] = VARIABLES[setting];
  const also = older.length === 0 ? '' : ` Older names: ${older.join(', ')}.`;
  return [current, MEANINGS[setting] + also];
});

const BEHAVIOUR: readonly Row[] = [
  ['SVC_NO_INPUT', 'Set to anything: no question is asked, as with --no-input.'],
  ['SVC_CONFIG_DIR', 'Folder for settings; the state folder is then `state` within it.'],
  ['NO_COLOR, CLICOLOR=0', 'No colours. TERM=dumb means the same.'],
  [
    'FORCE_COLOR, CLICOLOR_FORCE',
    'Colours also where there is no terminal; FORCE_COLOR=0 switches them off. --color goes before all of these.',
  ],
  ['COLUMNS', 'Width of tables and help where the terminal does not tell its own.'],
  [
    'HTTPS_PROXY, HTTP_PROXY',
    'Proxy for requests, in small letters as well. This machine is never reached through one.',
  ],
  ['NO_PROXY', 'Hosts that are reached without the proxy.'],
  ['NODE_EXTRA_CA_CERTS', 'File with further certificates to trust.'],
  ['VISUAL, EDITOR', 'Editor for the text of a post that is composed step by step; the first goes before the second.'],
  ['SHELL', 'Names the shell that `svc completion install` is for.'],
  ['BROWSER', 'Browser for the page of a login. It is not opened in CI, in a container or over SSH.'],
];

/** Read to find folders, a keychain, a screen, or to see what kind of machine this is. */
const SURROUNDINGS =
  'HOME, XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_RUNTIME_DIR, ZDOTDIR, APPDATA, LOCALAPPDATA, DBUS_SESSION_BUS_ADDRESS, ' +
  'DISPLAY, WAYLAND_DISPLAY, WSL_DISTRO_NAME, SSH_CONNECTION, SSH_CLIENT, SSH_TTY, CI, container and KUBERNETES_SERVICE_HOST ' +
  'are read as every program reads them, to find folders, the keychain and a screen.';

export default (): Topic => ({
  title: 'Environment',
  sections: [
    {
      heading: 'Settings',
      paragraphs: [
        'A flag goes before the environment, the environment before the project file `.svc.json`, and that before the context. An older name counts only when every name before it is absent.',
      ],
      columns: ['variable', 'meaning'],
      rows: settings,
    },
    { heading: 'Behaviour', columns: ['variable', 'meaning'], rows: BEHAVIOUR, notes: [SURROUNDINGS] },
    {
      heading: 'Where things lie',
      paragraphs: [
        'Settings lie in `svc/settings.json` below XDG_CONFIG_HOME (`~/.config`), ~/Library/Preferences or APPDATA; they hold no secret. ' +
          'Data of local services, rate windows and words for completion lie in `svc` below XDG_STATE_HOME (`~/.local/state`), ~/Library/Application Support or LOCALAPPDATA. ' +
          '`svc config path` prints the first.',
      ],
      examples: ['svc config path', 'svc config explain apiKey', 'SVC_CONTEXT=staging svc posts list'],
    },
  ],
});
