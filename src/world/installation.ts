/** Where this package lies on disk, and which version it is. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { BUILD_MARK } from '../kernel/build-mark.ts';

export interface Installation {
  /** Folder of package.json. Cards are in `dist/cards` below it. */
  readonly root: string;
  readonly version: string;
  /** The launcher, for starting ourselves again. */
  readonly launcher: string;
  /** Whether the files in `dist` are gone, or of another build than when this was first asked. False where there was no build. */
  isReplaced(): boolean;
}

export function openInstallation(): Installation {
  let root: string | undefined;
  let version: string | undefined;
  let first: { readonly mark: string | undefined } | undefined;
  const found = (): string => (root ??= packageRoot(import.meta.dirname));
  return {
    get root() {
      return found();
    },
    get version() {
      return (version ??= versionIn(found()));
    },
    get launcher() {
      return join(found(), 'bin', 'svc.js');
    },
    isReplaced() {
      const mark = markIn(found());
      first ??= { mark };
      return first.mark !== undefined && mark !== first.mark;
    },
  };
}

/** Works from `src/world` and from the bundle in `dist` alike. */
function packageRoot(from: string): string {
  let folder = from;
  while (!existsSync(join(folder, 'package.json'))) {
    const above = dirname(folder);
    if (above === folder) return from;
    folder = above;
  }
  return folder;
}

function markIn(root: string): string | undefined {
  try {
    return readFileSync(join(root, 'dist', BUILD_MARK), 'utf8');
  } catch {
    return undefined;
  }
}

function versionIn(root: string): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  return version;
}
