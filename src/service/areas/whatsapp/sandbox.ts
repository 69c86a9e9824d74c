/** Phones admitted to the shared whatsapp test number: pending until the phone has written to it. control/ brings what it writes. */
import { instantOf } from '../../../kernel/instant.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import { ok } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { commit } from '../../change.ts';
import type { Reader, StoredRecord } from '../../store/store.ts';
import { phoneProblem } from '../../records/phone.ts';

export const SANDBOX_KIND = 'whatsapp_sandbox_session';

/** The number that all teams share. */
export const SANDBOX_NUMBER = '+15550100000';

const LIFE_MS = DAY_MS;

interface SessionDoc extends Record<string, unknown> {
  readonly id: string;
  readonly phoneE164: string;
  readonly status: 'pending' | 'active';
  /** ISO 8601, as are the next two. */
  readonly expiresAt: string;
  readonly activatedAt: string | null;
  readonly createdAt: string;
}

type Session = StoredRecord<SessionDoc>;

/** The sessions of a team that have not expired, oldest first. */
async function sessionsOf(reader: Reader, teamId: string, now: number): Promise<Session[]> {
  const all = await reader.list<SessionDoc>(SANDBOX_KIND, { teamId });
  return all.filter(({ doc }) => Date.parse(doc.expiresAt) > now);
}

/** A phone that is admitted already keeps its session. Source: ACC-34 */
const createWhatsAppSandboxSession: Handler = async ({ caller, body }, desk) => {
  const phoneE164 = String(body['phone']).replace(/[\s().-]/g, '');
  const problem = phoneProblem('phone', phoneE164);
  if (problem !== undefined) return problem;
  const now = desk.clock.now();
  const session = await commit<Session>(desk, [`team/${caller.teamId}`], async (view) => {
    const known = (await sessionsOf(view, caller.teamId, now)).find(({ doc }) => doc.phoneE164 === phoneE164);
    if (known !== undefined) return { result: known };
    const id = desk.ids.record();
    const doc: SessionDoc = {
      id,
      phoneE164,
      status: 'pending',
      expiresAt: instantOf(now + LIFE_MS),
      activatedAt: null,
      createdAt: instantOf(now),
    };
    const base = { kind: SANDBOX_KIND, id, teamId: caller.teamId, profileId: null, parentId: null, createdAt: now };
    const session = { ...base, doc };
    return { records: [session], result: session };
  });
  return ok({ session: session.doc, sandboxNumber: SANDBOX_NUMBER });
};

const listWhatsAppSandboxSessions: Handler = async ({ caller }, desk) => {
  const sessions = await sessionsOf(desk.store.read, caller.teamId, desk.clock.now());
  return ok({ sessions: sessions.map(({ doc }) => doc), sandboxNumber: SANDBOX_NUMBER });
};

/**
 * The sessions that a phone's message to the test number makes active.
 * @param phone with or without its plus sign
 * Source: ACC-35
 */
export async function activatedBy(
  reader: Reader,
  { teamId, phone, now }: { readonly teamId: string; readonly phone: string; readonly now: number },
): Promise<StoredRecord[]> {
  const digits = phone.replace(/\D/g, '');
  const sessions = await sessionsOf(reader, teamId, now);
  return sessions
    .filter(({ doc }) => doc.status === 'pending' && doc.phoneE164.slice(1) === digits)
    .map((session) => ({ ...session, doc: { ...session.doc, status: 'active', activatedAt: instantOf(now) } }));
}

export const handlers: Record<string, Handler> = { createWhatsAppSandboxSession, listWhatsAppSandboxSessions };
