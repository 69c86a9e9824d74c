/** AI clients that start programs of their own accord: where each one keeps its list of servers, and how an entry reads. */
import { join } from 'node:path';
import { failure } from '../../kernel/failure.ts';
import type { World } from '../../world/world.ts';

export type Place = Pick<World, 'host' | 'env' | 'files'>;

/** How to start the server. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
}

export interface AiClient {
  readonly title: string;
  /** The member of the file that holds the servers by their names. */
  readonly key: string;
  /** True for a file of the project, which others use on their machines as well. */
  readonly isProject: boolean;
  path(place: Place): string;
  entry(start: Start): Readonly<Record<string, unknown>>;
}

const plain = ({ command, args }: Start) => ({ command, args });
const typed = (start: Start) => ({ type: 'stdio', ...plain(start) });

const atHome =
  (...parts: readonly string[]) =>
  ({ host }: Place): string =>
    join(host.home, ...parts);

const inProject =
  (...parts: readonly string[]) =>
  ({ files }: Place): string =>
    files.resolve(join(...parts));

export const AI_CLIENTS = {
  'claude-code': {
    title: 'Claude Code',
    key: 'mcpServers',
    isProject: true,
    path: inProject('.mcp.json'),
    entry: typed,
  },
  'claude-desktop': {
    title: 'Claude Desktop',
    key: 'mcpServers',
    isProject: false,
    path: (place) => join(applicationData(place), 'Claude', 'claude_desktop_config.json'),
    entry: plain,
  },
  cursor: { title: 'Cursor', key: 'mcpServers', isProject: false, path: atHome('.cursor', 'mcp.json'), entry: plain },
  'gemini-cli': {
    title: 'Gemini CLI',
    key: 'mcpServers',
    isProject: false,
    path: atHome('.gemini', 'settings.json'),
    entry: plain,
  },
  vscode: {
    title: 'Visual Studio Code',
    key: 'servers',
    isProject: true,
    path: inProject('.vscode', 'mcp.json'),
    entry: typed,
  },
  windsurf: {
    title: 'Windsurf',
    key: 'mcpServers',
    isProject: false,
    path: atHome('.codeium', 'windsurf', 'mcp_config.json'),
    entry: plain,
  },
} as const satisfies Readonly<Record<string, AiClient>>;

export type AiClientName = keyof typeof AI_CLIENTS;

export const AI_CLIENT_NAMES = Object.keys(AI_CLIENTS) as readonly AiClientName[];

/** Where desktop applications keep their settings. */
function applicationData({ host, env }: Place): string {
  if (host.platform === 'darwin') return join(host.home, 'Library', 'Application Support');
  if (host.platform !== 'win32') return env['XDG_CONFIG_HOME'] ?? join(host.home, '.config');
  const { APPDATA } = env;
  if (APPDATA !== undefined) return APPDATA;
  throw failure('local_io', { message: 'APPDATA is not set, so the settings of the client cannot be found.' });
}
