/** Which command lies in which file, and the nouns that no card knows. Handed to cli/program (names) and cli/branch (files). */
import type { Branch } from '../kernel/card.ts';
import type { HandMade } from '../cli/command.ts';

/** Command path to file; the path IS the file's path under commands/. A test compares it with the file tree. */
export const handMade: HandMade = {
  api: () => import('./api.ts'),
  'api call': () => import('./api/call.ts'),
  'api describe': () => import('./api/describe.ts'),
  'api search': () => import('./api/search.ts'),
  'api spec': () => import('./api/spec.ts'),
  commands: () => import('./commands.ts'),
  'completion bash': () => import('./completion/bash.ts'),
  'completion fish': () => import('./completion/fish.ts'),
  'completion install': () => import('./completion/install.ts'),
  'completion powershell': () => import('./completion/powershell.ts'),
  'completion uninstall': () => import('./completion/uninstall.ts'),
  'completion zsh': () => import('./completion/zsh.ts'),
  'config explain': () => import('./config/explain.ts'),
  'config list': () => import('./config/list.ts'),
  'config path': () => import('./config/path.ts'),
  'context list': () => import('./context/list.ts'),
  'context show': () => import('./context/show.ts'),
  'context use': () => import('./context/use.ts'),
  'local accounts add': () => import('./local/accounts/add.ts'),
  'local accounts disconnect': () => import('./local/accounts/disconnect.ts'),
  'local clock advance': () => import('./local/clock/advance.ts'),
  'local clock set': () => import('./local/clock/set.ts'),
  'local clock show': () => import('./local/clock/show.ts'),
  'local events': () => import('./local/events.ts'),
  'local fault add': () => import('./local/fault/add.ts'),
  'local fault list': () => import('./local/fault/list.ts'),
  'local fault remove': () => import('./local/fault/remove.ts'),
  'local network behaviour': () => import('./local/network/behaviour.ts'),
  'local network edit': () => import('./local/network/edit.ts'),
  'local network feed': () => import('./local/network/feed.ts'),
  'local network post': () => import('./local/network/post.ts'),
  'local network remove': () => import('./local/network/remove.ts'),
  'local requests': () => import('./local/requests.ts'),
  'local reset': () => import('./local/reset.ts'),
  'local restart': () => import('./local/restart.ts'),
  'local snapshot create': () => import('./local/snapshot/create.ts'),
  'local snapshot list': () => import('./local/snapshot/list.ts'),
  'local start': () => import('./local/start.ts'),
  'local status': () => import('./local/status.ts'),
  'local stop': () => import('./local/stop.ts'),
  'local team': () => import('./local/team.ts'),
  'local timeline': () => import('./local/timeline.ts'),
  'local worker': () => import('./local/worker.ts'),
  'media upload': () => import('./media/upload.ts'),
  'posts create': () => import('./posts/create.ts'),
  'posts import': () => import('./posts/import.ts'),
  'posts retry': () => import('./posts/retry.ts'),
  'posts update': () => import('./posts/update.ts'),
};

/** Nouns that only hand-made commands have. */
export const ownBranches: readonly Branch[] = [
  { name: 'api', summary: 'Any request to the API, and what the API can do.', heading: 'General' },
  { name: 'completion', summary: 'Words offered by the shell while you type.', heading: 'General' },
  { name: 'config', summary: 'The settings of svc and where they come from.', heading: 'General' },
  { name: 'context', summary: 'Named places to call, each with its presets.', heading: 'General' },
  { name: 'local', summary: 'The API on this machine: started, steered and looked at.', heading: 'This machine' },
  { name: 'local accounts', summary: 'Accounts of simulated networks.', heading: 'This machine' },
  { name: 'local clock', summary: 'The time of the local service.', heading: 'This machine' },
  { name: 'local fault', summary: 'Requests that fail on purpose.', heading: 'This machine' },
  { name: 'local network', summary: 'What the simulated networks do and hold.', heading: 'This machine' },
  { name: 'local snapshot', summary: 'States one can go back to.', heading: 'This machine' },
];

/** The order of the headings in `svc --help` after those of the API's resource groups. */
export const headings: readonly string[] = ['This machine', 'General'];
