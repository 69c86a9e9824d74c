/** The shared whatsapp test number for other areas: who may use it, and whose message makes a session active. Next stop: sandbox.ts. */
import { instantOf } from '../../../kernel/instant.ts';
import { withFields } from '../../store/record.ts';
import type { Reader, RecordOf } from '../../store/store.ts';

export const SANDBOX_KIND = 'whatsapp_sandbox_session';

export type SandboxSession = RecordOf<typeof SANDBOX_KIND>;

/** The number that all teams share. */
export const SANDBOX_NUMBER = '+15550100000';

/** The sessions of a team that have not expired, oldest first. */
export async function sessionsOf(reader: Reader, teamId: string, now: number): Promise<SandboxSession[]> {
  const all = await reader.list(SANDBOX_KIND, { teamId });
  return all.filter(({ doc }) => Date.parse(doc.expiresAt ?? '') > now);
}

/**
 * The sessions that a phone's message to the test number makes active.
 * @param phone with or without its plus sign
 * Source: ACC-35
 */
export async function activatedBy(
  reader: Reader,
  { teamId, phone, now }: { readonly teamId: string; readonly phone: string; readonly now: number },
): Promise<SandboxSession[]> {
  const digits = phone.replace(/\D/g, '');
  const sessions = await sessionsOf(reader, teamId, now);
  return sessions
    .filter(({ doc }) => doc.status === 'pending' && doc.phoneE164?.slice(1) === digits)
    .map((session) => withFields(session, { status: 'active', activatedAt: instantOf(now) }));
}
