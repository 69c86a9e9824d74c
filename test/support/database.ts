/** A fresh database of a real PostgreSQL for a test. The server starts with the first one that a worker's tests ask for, and ends with the worker. */
import { onTestFinished } from 'vitest';
import { startCluster, type Cluster } from '../../src/build/postgres/cluster.ts';

let cluster: Promise<Cluster> | undefined;

/** The address of an empty database, dropped when the running test ends. */
export async function testDatabase(): Promise<string> {
  cluster ??= startCluster({ settings: { fsync: false, full_page_writes: false } });
  const { newDatabase, dropDatabase } = await cluster;
  const url = await newDatabase();
  onTestFinished(() => dropDatabase(url));
  return url;
}
