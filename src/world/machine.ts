/** The machine around us: its name, and whether a person sits at it. */
import { existsSync, readFileSync } from 'node:fs';
import type { Host } from './host.ts';

export interface Machine {
  /** The name of this host. */
  readonly name: string;
  /** True in a container, whose name and disk live as long as itself. */
  readonly isContainer: boolean;
  /** True on a build machine. */
  readonly isCi: boolean;
  /** True for Linux inside Windows. */
  readonly isWsl: boolean;
  /** Version of the Node that runs us, as 20.19.1. */
  readonly nodeVersion: string;
  /** Whether a server could listen on that port of this machine now; 0 asks for any. */
  canListen(port: number): Promise<boolean>;
}

export function openMachine({ env, platform }: Host): Machine {
  return {
    get name() {
      return process.getBuiltinModule('node:os').hostname();
    },
    get isContainer() {
      return (
        Boolean(env['container'] || env['KUBERNETES_SERVICE_HOST']) || CONTAINER_MARKS.some((path) => existsSync(path))
      );
    },
    get isCi() {
      return isCi(env['CI']);
    },
    get isWsl() {
      return platform === 'linux' && (Boolean(env['WSL_DISTRO_NAME']) || /microsoft/i.test(textOf('/proc/version')));
    },
    nodeVersion: process.versions.node,
    canListen,
  };
}

/** Left by container engines in every container. */
const CONTAINER_MARKS = ['/.dockerenv', '/run/.containerenv', '/.singularity.d'];

/** Set on CI machines; `CI=false` and `CI=0` mean that this is not one. */
const isCi = (word: string | undefined): boolean =>
  word !== undefined && !['', '0', 'false'].includes(word.toLowerCase());

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = process.getBuiltinModule('node:net').createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
