/** A fresh database of a real PostgreSQL for a test. The server starts with the first one that a worker's tests ask for, and ends with the worker. */
import { onTestFinished, type TestContext } from 'vitest';
import { startCluster, type Cluster } from '../../src/build/postgres/cluster.ts';

let cluster: Promise<Cluster> | undefined;

/**
 * The address of an empty database, dropped when the running test ends.
 * @param atEnd of the context of a test that runs beside others, which Vitest cannot tell apart
 */
export async function testDatabase(atEnd: TestContext['onTestFinished'] = onTestFinished): Promise<string> {
  cluster ??= startCluster({ settings: { fsync: false, full_page_writes: false } });
  const { newDatabase, dropDatabase } = await cluster;
  const url = await newDatabase();
  atEnd(() => dropDatabase(url));
  return url;
}

const databases = new Map<string, Promise<string>>();

/**
 * `SVC_TEST_STORE=postgres` gives every service a database of its own, and those of one folder the same one.
 * @returns its address; undefined for a service that keeps its data in the folder
 */
export async function databaseFor(folder: string | undefined): Promise<string | undefined> {
  if (process.env['SVC_TEST_STORE'] !== 'postgres') return undefined;
  const url = folder === undefined ? testDatabase() : (databases.get(folder) ?? testDatabase());
  if (folder !== undefined) databases.set(folder, url);
  return url;
}
