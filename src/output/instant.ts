/** Instants in a table that is too narrow for them: shorter forms that are still whole. Pure. */

const INSTANT = /^(?<day>\d{4}-\d\d-\d\d)T(?<minute>\d\d:\d\d)(?<second>:\d\d)(?:\.\d+)?(?<zone>Z|[+-]\d\d:\d\d)$/;

/** To the second, to the minute, the day alone; nothing for what is no instant. */
export function shorterInstants(text: string): readonly string[] {
  const { day, minute, second, zone } = INSTANT.exec(text)?.groups ?? {};
  if (day === undefined) return [];
  return [`${day}T${minute}${second}${zone}`, `${day}T${minute}${zone}`, day];
}
