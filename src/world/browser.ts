/** Opening a web page (open), where a browser is of use at all. */
import type { Host } from './host.ts';

export interface Browser {
  /** False over SSH, in CI, in a container, and without a display. */
  readonly usable: boolean;
  /** Opens the page; false when that failed. */
  open(url: string): Promise<boolean>;
}

export function openBrowserDoor(host: Host): Browser {
  return {
    get usable() {
      return isUsable(host);
    },
    async open(url) {
      try {
        const { default: open } = await import('open');
        await open(url);
        return true;
      } catch {
        return false;
      }
    },
  };
}

function isUsable({ env, platform }: Host): boolean {
  if (env['SSH_CONNECTION'] || env['SSH_TTY'] || env['CI'] || env['container']) return false;
  if (platform !== 'linux') return true;
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'] || env['WSL_DISTRO_NAME']);
}
