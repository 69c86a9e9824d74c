/** The store in a PostgreSQL database: one session that writes, a few that read. What it does with them is on-backend.ts. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Backend } from '../backend.ts';
import { releaseDue } from '../due.ts';
import { privateFile } from '../folder.ts';
import { openMemory } from '../memory.ts';
import { storeOn } from '../on-backend.ts';
import type { ServiceStore, StoreOptions } from '../service-store.ts';
import { openView, type StoreView } from '../view.ts';
import { openPool } from './client.ts';
import { copyIn, copyOut, erase } from './copy.ts';
import type { Term } from './fence.ts';
import { migrateServer } from './migrate.ts';
import { openSession, type Session } from './session.ts';
import { transactionsOn, type Writing } from './transactions.ts';

export interface PostgresOptions extends StoreOptions {
  /** `postgres://…` */
  readonly url: string;
  /** What the server's list of sessions shows of this process. */
  readonly name: string;
  /** Folder for copies on their way; it exists. */
  readonly folder: string;
  /** In which this process may write; without one it always may. */
  readonly term?: Term;
}

/** Sessions that read at one time. */
const READERS = 6;

/** A transaction that says nothing for so long is ended by the server: whoever began it is paused, or cut off. */
const IDLE_MS = 10_000;

export async function openPostgresStore(options: PostgresOptions): Promise<ServiceStore> {
  const { url, name, folder, turn, term } = options;
  const writer = reopening(() =>
    openSession({ url, name: `${name} writes`, settings: { idle_in_transaction_session_timeout: String(IDLE_MS) } }),
  );
  const pool = openPool(() => openSession({ url, name: `${name} reads` }), READERS);
  const aside = async <T>(act: (session: Session) => Promise<T>): Promise<T> => {
    const session = await openSession({ url, name: `${name} copies` });
    return act(session).finally(() => session.close());
  };
  const copyTo = (file: string): Promise<void> => aside((session) => copyOut(session, file, turn));
  const transactions = transactionsOn(writer, term);
  const within = async (act: (session: Session) => Promise<void>): Promise<void> => {
    await transactions.begin();
    try {
      await act(await writer.session());
      await transactions.commit();
    } catch (error) {
      if (transactions.isOpen()) await transactions.abandon();
      throw error;
    }
  };
  const backend: Backend = {
    kind: 'postgres',
    writing: transactions.run,
    asking: transactions.asking,
    transactions,
    reading: pool.run,
    memory: openMemory(),
    copyTo,
    view: () => viewOf(join(folder, `.view-${randomUUID()}.db`), copyTo),
    restore: (file, finish) =>
      within(async (session) => {
        await erase(session, () => 'TRUE');
        await copyIn(session, file, turn);
        await finish();
      }),
    refill: (fill) =>
      within(async (session) => {
        await erase(session, () => 'TRUE');
        await fill();
      }),
    empty(keepKinds) {
      const kinds = keepKinds.map((kind) => `'${kind}'`).join(', ');
      const rest: Readonly<Record<string, string>> = { record: `kind NOT IN (${kinds})`, meta: 'FALSE' };
      return within((session) => erase(session, (table) => rest[table] ?? 'TRUE'));
    },
    close: () => pool.close().finally(() => writer.close()),
  };
  try {
    await migrateServer(await writer.session());
    // Whoever held a lease was at work in an earlier term.
    await within(() => releaseDue(transactions.run));
  } catch (error) {
    await backend.close();
    throw error;
  }
  return storeOn(backend, options);
}

/** The rows of one instant, in a file of their own for as long as they are read. */
async function viewOf(file: string, copyTo: (file: string) => Promise<void>): Promise<StoreView> {
  try {
    await privateFile(file);
    await copyTo(file);
    const view = openView(file);
    return {
      pages: view.pages,
      async close() {
        await view.close();
        await rm(file, { force: true });
      },
    };
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}

function reopening(open: () => Promise<Session>): Writing & { close(): Promise<void> } {
  let session: Session | undefined;
  let opening: Promise<Session> | undefined;
  return {
    async session() {
      if (session?.isOpen() === true) return session;
      opening ??= open().finally(() => (opening = undefined));
      return (session = await opening);
    },
    close: async () => session?.close(),
  };
}
