/** The kind of a team's record. Made by seed/start.ts, read by whoever needs the team's name. */

export const TEAM_KIND = '$team';
