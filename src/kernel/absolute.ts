/** Folders that the environment names. A relative one would mean something else in every folder. Source: XDG base directories */
import { isAbsolute } from 'node:path';

/** The folder, if it is absolute; an empty or relative one counts as unset. */
export const absolute = (folder: string | undefined): string | undefined =>
  folder !== undefined && isAbsolute(folder) ? folder : undefined;
