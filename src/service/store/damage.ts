/** What is wrong with a data folder, in sentences, and the failure that says so with the way out. Asked where a start fails, and by repair.ts. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure, failure } from '../../kernel/failure.ts';
import { KEYS_FILE } from '../../kernel/data-folder.ts';
import { STORE_FILE } from '../../kernel/steering.ts';
import { faultsOf, reasonOf } from './check.ts';
import { StoreUnavailable } from './connection.ts';
import { keysFrom } from './own-keys.ts';

export interface Damage {
  readonly store: readonly string[];
  readonly keys: readonly string[];
}

export async function damageIn(folder: string): Promise<Damage> {
  const holdsData = await stat(join(folder, STORE_FILE)).then(
    ({ size }) => size > 0,
    () => false,
  );
  const faults = holdsData ? faultsOf(join(folder, STORE_FILE), { mayBeNew: true }) : [];
  return { store: faults.map((fault) => `${STORE_FILE}: ${fault}`), keys: await keyFaults(folder, holdsData) };
}

async function keyFaults(folder: string, holdsData: boolean): Promise<readonly string[]> {
  const text = await readFile(join(folder, KEYS_FILE), 'utf8').catch(() => undefined);
  if (text !== undefined) return keysFrom(text) === undefined ? [`${KEYS_FILE}: It does not contain both keys.`] : [];
  return holdsData ? [`${KEYS_FILE}: It is missing, although there is data.`] : [];
}

export const sentencesOf = ({ store, keys }: Damage): readonly string[] => [...store, ...keys];

/** The refusal to start on a damaged folder. */
export const dataDamaged = (folder: string, problems: readonly string[], cause?: unknown) =>
  failure(
    'data_damaged',
    { message: `The data folder ${folder} is damaged. ${problems.join(' ')}`, details: { dataDir: folder, problems } },
    cause,
  );

/** @throws Failure `data_damaged` */
export async function refuseDamaged(folder: string, cause?: unknown): Promise<void> {
  const problems = sentencesOf(await damageIn(folder));
  if (problems.length > 0) throw dataDamaged(folder, problems, cause);
}

/** What is wrong with the folder, where a start failed on it in an unexpected way. @param folder undefined where nothing is kept */
export async function explainFailedStart(error: unknown, folder: string | undefined): Promise<unknown> {
  if (error instanceof Failure || folder === undefined) return error;
  const problems = sentencesOf(await damageIn(folder));
  if (problems.length > 0) return dataDamaged(folder, problems, error);
  if (!(error instanceof StoreUnavailable)) return error;
  return failure('local_io', { message: `The store in ${folder} cannot be used: ${reasonOf(error)}.` }, error);
}
