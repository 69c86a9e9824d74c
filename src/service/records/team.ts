/** The kind of a team's record. Made by seed/start.ts, read by whoever needs the team's name. */
import { ownKind } from '../store/record.ts';

export const TEAM_KIND = ownKind<{ readonly name: string }>('$team');
