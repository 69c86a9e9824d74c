/** The sign-ins whose states and tokens the examples of the help hand over, so that every example runs as it is written. Part of the demo pack; called by demo.ts. */
import { type Fields, textOf } from '../../kernel/json.ts';
import type { Asked } from '../../kernel/example.ts';
import { LISTS } from '../areas/connect/offered.ts';
import { SESSION_KIND, type Session, type SessionDoc } from '../areas/connect/session.ts';
import { TOKENS } from '../areas/connect/sign-in.ts';
import { commit } from '../change.ts';
import type { Desk } from '../desk.ts';
import { meant } from '../engine/words.ts';
import type { Founded } from './start.ts';

/** Operations that go on with a sign-in and connect nothing. */
const READINGS: Readonly<Record<string, string>> = {
  ...LISTS,
  completeTelegramConnect: 'telegram',
  getPendingOAuthData: 'linkedin',
};

export function saveSignIns(desk: Desk, { teamId, profileId: usual }: Founded): Promise<undefined> {
  const { operations } = desk.catalog.service();
  const createdAt = desk.clock.now();
  const asks = Object.entries(desk.catalog.examples()).flatMap(([id, all]) => all.map((asked) => ({ id, asked })));
  const records = asks.flatMap(({ id, asked }): Session[] => {
    const sets = meant(operations[id]?.effect.sets ?? {}, { call: asked as never, now: createdAt }) as Fields;
    const platform = READINGS[id] ?? textOf(sets['platform']);
    const [word, standing] = wordIn(asked, id in READINGS) ?? [];
    if (word === undefined || standing === undefined || platform === undefined) return [];
    const profileId = textOf(asked.query['profileId']) ?? textOf(asked.body['profileId']) ?? usual;
    const doc = { platform, profileId, redirectUrl: null, headless: false, ...STANDINGS[standing](createdAt) };
    return [{ kind: SESSION_KIND, id: word, teamId, profileId, parentId: null, createdAt, doc }];
  });
  return commit(desk, [`team/${teamId}`], async () => ({ records }));
}

/** A token is given once somebody has approved the sign-in; a state or a code waits for that. */
const STANDINGS = {
  waiting: (): Pick<SessionDoc, 'status'> => ({ status: 'pending' }),
  approved: (at: number): Pick<SessionDoc, 'status' | 'handedOverAt' | 'username'> => ({
    status: 'handed_over',
    handedOverAt: at,
    username: 'ann.example',
  }),
} as const;

function wordIn(
  { query, body }: Asked,
  isReading: boolean,
): readonly [word: string, standing: keyof typeof STANDINGS] | undefined {
  const named = (names: readonly string[]): string | undefined =>
    names.map((name) => textOf(query[name]) ?? textOf(body[name])).find((value) => value !== undefined);
  const waiting = named(isReading ? ['state', 'code'] : ['state']);
  if (waiting !== undefined) return [waiting, 'waiting'];
  const token = named(isReading ? [...TOKENS, 'token'] : TOKENS);
  return token === undefined ? undefined : [token, 'approved'];
}
