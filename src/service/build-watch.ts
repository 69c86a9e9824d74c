/** Notices that an update replaced the program under a running service: what is not loaded yet cannot be loaded any more. Asked by http/, control/ and due work. */
import type { ServiceDoors } from './doors.ts';

export const STALE = 'svc was updated while this service was running; run `svc local restart`.';

export interface BuildWatch {
  /** Looks at the files; says so in the log of the service the first time that they are of another build. */
  isStale(): boolean;
}

export function openBuildWatch({ isReplaced, say }: Pick<ServiceDoors, 'isReplaced' | 'say'>): BuildWatch {
  let isSaid = false;
  return {
    isStale() {
      if (!isReplaced()) return false;
      if (!isSaid) say(STALE);
      return (isSaid = true);
    },
  };
}
