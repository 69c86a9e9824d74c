/** Statements of the store run on sessions of PostgreSQL, and a pool of sessions that read. Used by store.ts and transactions.ts. */
import { bound, type Executor, type Statement, type Values } from '../statement.ts';
import { compileFor, type Compiled } from './compiler.ts';
import type { Rows, Session } from './session.ts';

/** Rows of a statement, and how many it changed or read. */
type Ask = (target: Statement, values: Values) => Promise<Rows>;

/** @param send has a statement run of which nobody waits for the rows */
export function executorOn(ask: Ask, send?: (target: Statement, values: Values) => Promise<void>): Executor {
  return {
    all: async <R>(target: Statement<R>, values: Values = {}) => (await ask(target, values)).rows as R[],
    one: async <R>(target: Statement<R>, values: Values = {}) => (await ask(target, values)).rows[0] as R | undefined,
    run: async (target, values = {}) => (await ask(target, values)).count,
    ...(send && { send: (target: Statement, values: Values = {}) => send(target, values) }),
  };
}

export function runOn(session: Pick<Session, 'query'>, target: Statement, values: Values): Promise<Rows> {
  const { sql, places } = compiledFor(target);
  return session.query(sql, bound({ sql, places }, values));
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
    run: executorOn((target, values) => runOn({ query }, target, values)),
    query,
    async close() {
      await opening?.catch(() => undefined);
      await Promise.all(members.map(({ session }) => session.close()));
    },
  };
}
