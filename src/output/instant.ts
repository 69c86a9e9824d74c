/** Instants as people read them: counted seconds as a date and a time, and shorter forms where a table is narrow. Pure. */

const INSTANT = /^(?<day>\d{4}-\d\d-\d\d)T(?<minute>\d\d:\d\d)(?<second>:\d\d)(?:\.\d+)?(?<zone>Z|[+-]\d\d:\d\d)$/;

/** To the second, to the minute, the day alone; nothing for what is no instant. */
export function shorterInstants(text: string): readonly string[] {
  const { day, minute, second, zone } = INSTANT.exec(text)?.groups ?? {};
  if (day === undefined) return [];
  return [`${day}T${minute}${second}${zone}`, `${day}T${minute}${zone}`, day];
}

/** Names of fields in which the API counts seconds since 1970. */
const MOMENT = /(?:_at|At|_time|Time|timestamp)$/;
const [FIRST_SECOND, LAST_SECOND] = [1_000_000_000, 4_000_000_000];

/** Seconds since 1970 as an instant; every other value as it is. @param column dotted name of the field */
export function readable(value: unknown, column: string): unknown {
  const isMoment = Number.isInteger(value) && MOMENT.test(column);
  const seconds = value as number;
  if (!isMoment || seconds < FIRST_SECOND || seconds > LAST_SECOND) return value;
  return new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}
