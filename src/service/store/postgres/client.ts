/** Statements of the store run on sessions of PostgreSQL: one that writes, and several that read. Used by store.ts. */
import { bound, type Executor, type Statement, type Values } from '../statement.ts';
import { compileFor, type Compiled } from './compiler.ts';
import type { Rows, Session } from './session.ts';

type Asking = Pick<Session, 'query'>;

/** @param session the one to ask, which may be another one each time */
export function executorOn(session: () => Promise<Asking>, sending?: Sending): Executor {
  const query = (one: Asking, target: Statement, values: Values): Promise<Rows> => {
    const { sql, places } = compiledFor(target);
    return one.query(sql, bound({ sql, places }, values));
  };
  const ask = async (target: Statement, values: Values): Promise<Rows> => {
    const rows = query(await session(), target, values);
    if (sending === undefined) return rows;
    return rows.catch((error: unknown) => Promise.reject(sending.causeOf(error) as Error));
  };
  return {
    all: async <R>(target: Statement<R>, values: Values = {}) => (await ask(target, values)).rows as R[],
    one: async <R>(target: Statement<R>, values: Values = {}) => (await ask(target, values)).rows[0] as R | undefined,
    run: async (target, values = {}) => (await ask(target, values)).count,
    ...(sending && {
      send: async (target: Statement, values: Values = {}) => sending.add(query(await session(), target, values)),
    }),
  };
}

/** What is sent without being waited for on one session, until somebody waits for all of it. */
export interface Sending {
  add(sent: Promise<unknown>): Promise<void>;
  /** @throws what failed first; what came behind it failed because of it */
  settle(): Promise<void>;
  /** Waits, and forgets what failed: it is undone. */
  drop(): Promise<void>;
  /** What failed first of all that is under way, in place of what it led to. */
  causeOf(error: unknown): unknown;
}

/** Statements under way at one time; a server reads no further ahead either. */
const MOST_SENT = 256;

export function openSending(): Sending {
  const sent: Promise<unknown>[] = [];
  let failed: { readonly error: unknown } | undefined;
  const wait = async (): Promise<void> => {
    while (sent.length > 0) await Promise.all(sent.splice(0));
  };
  return {
    async add(one) {
      sent.push(one.catch((error: unknown) => void (failed ??= { error })));
      if (sent.length >= MOST_SENT) await wait();
    },
    async settle() {
      await wait();
      if (failed === undefined) return;
      const { error } = failed;
      failed = undefined;
      throw error;
    },
    async drop() {
      await wait();
      failed = undefined;
    },
    causeOf: (error) => failed?.error ?? error,
  };
}

const compiled = new WeakMap<Statement, Compiled>();

function compiledFor(target: Statement): Compiled {
  const known = compiled.get(target);
  if (known !== undefined) return known;
  if (target.node === undefined) throw new Error(`No statement of the store is written by hand: ${target.sql}`);
  const made = compileFor(target.node);
  compiled.set(target, made);
  return made;
}

export interface Pool {
  readonly run: Executor;
  /** Rows of a statement that was written by hand. */
  query(sql: string, values: readonly unknown[]): Promise<Rows>;
  close(): Promise<void>;
}

/** A session that is there, with how many statements wait on it. */
interface Member {
  readonly session: Session;
  asked: number;
}

/** Sessions for statements that may be repeated, opened as they are needed. @param most at one time */
export function openPool(open: () => Promise<Session>, most: number): Pool {
  let members: Member[] = [];
  let opening: Promise<void> | undefined;
  const grow = (): Promise<void> =>
    (opening ??= open()
      .then((session) => void members.push({ session, asked: 0 }))
      .finally(() => (opening = undefined)));
  const idlest = (): Member | undefined => {
    members = members.filter(({ session }) => session.isOpen());
    return members.reduce<Member | undefined>(
      (best, one) => (best !== undefined && best.asked <= one.asked ? best : one),
      undefined,
    );
  };
  const take = async (): Promise<Member> => {
    for (;;) {
      const one = idlest();
      if (one === undefined) {
        await grow();
        continue;
      }
      if (one.asked > 0 && members.length < most) void grow().catch(() => undefined);
      return one;
    }
  };
  const ask = async (member: Member, sql: string, values: readonly unknown[]): Promise<Rows> => {
    member.asked += 1;
    return member.session.query(sql, values).finally(() => (member.asked -= 1));
  };
  const query = async (sql: string, values: readonly unknown[]): Promise<Rows> => {
    const member = await take();
    return ask(member, sql, values).catch(async (error: unknown) => {
      // Where its session was lost, it may have run or not.
      if (member.session.isOpen()) throw error;
      return ask(await take(), sql, values);
    });
  };
  return {
    run: executorOn(async () => ({ query })),
    query,
    async close() {
      await opening?.catch(() => undefined);
      await Promise.all(members.map(({ session }) => session.close()));
    },
  };
}
