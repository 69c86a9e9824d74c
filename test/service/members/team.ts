/** Processes on one database, all in this one: each with a small service inside that says who answered. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { onTestFinished, type TestContext } from 'vitest';
import { openMember, type Member, type MemberOptions } from '../../../src/service/members/member.ts';
import type { Term } from '../../../src/service/members/held-term.ts';
import type { Inner } from '../../../src/service/members/inner.ts';
import { openSession, type Row, type Session } from '../../../src/service/store/postgres/session.ts';
import { openClock } from '../../../src/world/clock.ts';
import { testDatabase } from '../../support/database.ts';

export interface Team {
  readonly database: string;
  /** Terms that are open now, in the order in which they began. More than one would be two primaries. */
  readonly open: OpenTerm[];
  /** Numbers of all terms so far. */
  readonly epochs: number[];
  /** What the processes said. */
  readonly said: string[];
  join(options?: Partial<MemberOptions>): Promise<TestMember>;
  sql(text: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** Ends the sessions of a process, all or those for one purpose. */
  kill(member: Member, what?: string): Promise<void>;
}

export interface OpenTerm {
  readonly term: Term;
  /** Calls that nobody has answered. */
  readonly hanging: ServerResponse[];
  /** Streams of events. */
  readonly streams: ServerResponse[];
}

export type TestMember = Member;

/** The server has the databases of other tests too, whose processes have the same numbers. */
const END = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()';

export interface TeamGiven {
  /** The URL of an empty database; a fresh one of the server of all tests unless given. */
  readonly database?: string;
  /** Of the context of a test that runs beside others. */
  readonly onTestFinished?: TestContext['onTestFinished'];
}

export async function openTeam({
  database: given,
  onTestFinished: atEnd = onTestFinished,
}: TeamGiven = {}): Promise<Team> {
  const database = given ?? (await testDatabase(atEnd));
  const members: Member[] = [];
  const team: Team = {
    database,
    open: [],
    epochs: [],
    said: [],
    async join(options = {}) {
      const member = await openMember({ ...usual(team), ...options });
      members.push(member);
      return member;
    },
    sql: (text, values = []) => asking(database, async (session) => (await session.query(text, values)).rows),
    async kill({ id }, what) {
      await team.sql(`${END} AND application_name LIKE $1`, [
        what === undefined ? `svc ${String(id)} %` : `svc ${String(id)} ${what}`,
      ]);
    },
  };
  atEnd(async () => void (await Promise.all(members.map((member) => member.close()))));
  return team;
}

async function asking<T>(url: string, act: (session: Session) => Promise<T>): Promise<T> {
  const session = await openSession({ url, name: 'test' });
  try {
    return await act(session);
  } finally {
    await session.close();
  }
}

const usual = (team: Team): MemberOptions => ({
  database: team.database,
  host: '127.0.0.1',
  port: 0,
  clock: openClock(),
  pid: process.pid,
  hostName: 'test',
  version: '1.0.0',
  schemaVersion: 1,
  uuid: randomUUID,
  say: (sentence) => void team.said.push(sentence),
  openTerm: async (term) => openInner(team, term),
});

function openInner(team: Team, term: Term): Inner {
  const opened: OpenTerm = { term, hanging: [], streams: [] };
  const underWay = new Set<ServerResponse>();
  team.open.push(opened);
  team.epochs.push(term.epoch);
  return {
    handle(request, response) {
      underWay.add(response);
      response.once('close', () => underWay.delete(response));
      void serve(opened, request, response);
    },
    async close() {
      for (const stream of opened.streams) stream.end();
      for (const call of opened.hanging) call.destroy();
      await Promise.all([...underWay].map((one) => new Promise((resolve) => one.once('close', resolve))));
      team.open.splice(team.open.indexOf(opened), 1);
    },
  };
}

async function serve(opened: OpenTerm, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { term, hanging, streams } = opened;
  response.on('error', () => undefined);
  if (request.url === '/hang') return void hanging.push(response);
  if (request.url === '/events') {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.flushHeaders();
    return void streams.push(response);
  }
  if (request.url === '/refuse') return void response.writeHead(413).end('too large');
  if (request.url === '/back') return void request.pipe(response.writeHead(200));
  const parts: Buffer[] = [];
  try {
    for await (const part of request) parts.push(part as Buffer);
  } catch {
    return;
  }
  const { method, url, headers, rawHeaders, socket } = request;
  const said = { epoch: term.epoch, by: term.processId, method, url, headers, rawHeaders, from: socket.remotePort };
  const text = JSON.stringify({ ...said, size: Buffer.concat(parts).length });
  response.writeHead(200, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'X-Mixed-Case', 'kept']).end(text);
}
