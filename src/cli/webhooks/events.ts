/** Names of events as they are typed: those of the catalogue, with the nearest one for a slip. */
import { failure } from '../../kernel/failure.ts';
import { didYouMean, suggestion } from '../../schema/suggest.ts';

/** The flag of commands that can be limited to some events; one word may hold several, separated by commas. */
export const eventsFlag = {
  events: {
    type: 'string',
    repeat: true,
    common: true,
    values: 'event',
    summary: 'Only these event names or patterns such as post.*; a leading `!` excludes',
  },
} as const;

/** @throws Failure `usage` for a name that the catalogue does not have */
export function refuseUnknownEvent(event: string, events: readonly string[]): void {
  if (events.includes(event)) return;
  const near = suggestion(event, events);
  throw failure('usage', {
    message: `There is no event ${JSON.stringify(event)}.`,
    param: '<event>',
    hint: near === undefined ? '`svc help webhooks` lists the names.' : didYouMean(near),
  });
}

/**
 * Patterns that mean no event of the catalogue are slips.
 * @throws Failure `usage` with what was probably meant
 */
export function refuseUnknownPatterns(unknown: readonly string[], events: readonly string[]): void {
  const families = [...new Set(events.map((event) => `${event.split('.', 1)[0] ?? ''}.*`))];
  for (const pattern of unknown) refuseUnknownEvent(pattern, [...events, ...families]);
}
