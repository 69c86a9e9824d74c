/** Settings for commands that show or repair them: what cannot be read is empty, and is reported with the result. */
import { Failure } from '../kernel/failure.ts';
import type { SettingsFields } from '../world/settings-file.ts';
import type { World } from '../world/world.ts';

export interface LenientSettings {
  readonly settings: World['settings'];
  /** What could not be read so far. */
  readonly problems: readonly Failure[];
}

/** Writing stays strict: a file that cannot be understood is never overwritten. */
export function lenientSettings({ settings }: Pick<World, 'settings'>): LenientSettings {
  const problems: Failure[] = [];
  const tried = <T>(read: () => T, instead: T): T => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (!problems.some(({ message }) => message === error.message)) problems.push(error);
      return instead;
    }
  };
  return {
    problems,
    settings: {
      ...settings,
      read: () => tried<SettingsFields>(() => settings.read(), {}),
      readBeside: (path) => tried<SettingsFields | undefined>(() => settings.readBeside(path), undefined),
    },
  };
}
