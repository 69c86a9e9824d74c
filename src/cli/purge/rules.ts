/** Which names in a folder svc has written, from the tables of kernel/places.ts and kernel/data-folder.ts. Pure. Next stop: sweep.ts. */
import { isAside, isDataFile, isSnapshotFile, writtenWithin } from '../../kernel/data-folder.ts';
import { meantBy } from '../../kernel/places.ts';

export interface Rule {
  /** Whether svc writes a file of that name here. */
  file(name: string): boolean;
  /** What svc writes in a folder of that name; undefined for a folder that is not its own. */
  folder(name: string): Rule | undefined;
}

const NONE: Rule = { file: () => false, folder: () => undefined };

const EVERYTHING: Rule = { file: () => true, folder: () => EVERYTHING };

const SNAPSHOTS: Rule = { ...NONE, file: isSnapshotFile };

const ASIDES: Rule = { ...NONE, folder: (name) => (isAside(name) ? DATA : undefined) };

const WITHIN = { everything: EVERYTHING, snapshots: SNAPSHOTS, data: ASIDES } as const;

/** A data folder of a local service. */
export const DATA: Rule = {
  file: (name) => isDataFile(meantBy(name)),
  folder(name) {
    const within = writtenWithin(name);
    return within === undefined ? undefined : WITHIN[within];
  },
};

/** Files by their names, with the locks beside them: a lock is an empty folder. */
export const filesNamed = (isOurs: (name: string) => boolean): Rule => ({
  file: (name) => isOurs(meantBy(name)),
  folder: (name) => (meantBy(name) !== name && isOurs(meantBy(name)) ? NONE : undefined),
});
