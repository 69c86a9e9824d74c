/** Phones admitted to the shared whatsapp test number: pending until the phone has written to it. control/ brings what it writes. */
import { instantOf } from '../../../kernel/instant.ts';
import { DAY_MS } from '../../../kernel/time.ts';
import { ok } from '../../call.ts';
import type { Handler } from '../../desk.ts';
import { commit } from '../../change.ts';
import { phoneProblem } from '../../records/phone.ts';
import { recordOf } from '../../causes/cause.ts';
import { SANDBOX_KIND, SANDBOX_NUMBER, sessionsOf, type SandboxSession } from './offers.ts';

const LIFE_MS = DAY_MS;

/** A phone that is admitted already keeps its session. Source: ACC-34 */
const createWhatsAppSandboxSession: Handler = async ({ caller, body }, desk) => {
  const phoneE164 = String(body['phone']).replace(/[\s().-]/g, '');
  const problem = phoneProblem('phone', phoneE164);
  if (problem !== undefined) return problem;
  const now = desk.clock.now();
  const session = await commit<SandboxSession>(desk, [`team/${caller.teamId}`], async (view) => {
    const known = (await sessionsOf(view, caller.teamId, now)).find(({ doc }) => doc.phoneE164 === phoneE164);
    if (known !== undefined) return { result: known };
    const id = desk.ids.record();
    const doc: SandboxSession['doc'] = {
      id,
      phoneE164,
      status: 'pending',
      expiresAt: instantOf(now + LIFE_MS),
      activatedAt: null,
      createdAt: instantOf(now),
    };
    const session = recordOf(SANDBOX_KIND, id, { teamId: caller.teamId, now }, { doc });
    return { records: [session], result: session };
  });
  return ok({ session: session.doc, sandboxNumber: SANDBOX_NUMBER });
};

const listWhatsAppSandboxSessions: Handler = async ({ caller }, desk) => {
  const sessions = await sessionsOf(desk.store.read, caller.teamId, desk.clock.now());
  return ok({ sessions: sessions.map(({ doc }) => doc), sandboxNumber: SANDBOX_NUMBER });
};

export const handlers: Record<string, Handler> = { createWhatsAppSandboxSession, listWhatsAppSandboxSessions };
