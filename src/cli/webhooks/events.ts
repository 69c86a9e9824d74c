/** Names of events as they are typed: those of the catalogue, with the nearest one for a slip. */
import { failure } from '../../kernel/failure.ts';
import { suggestion } from '../../schema/suggest.ts';

/** @throws Failure `usage` for a name that the catalogue does not have */
export function refuseUnknownEvent(event: string, events: readonly string[]): void {
  if (events.includes(event)) return;
  const near = suggestion(event, events);
  throw failure('usage', {
    message: `There is no event ${JSON.stringify(event)}.`,
    param: '<event>',
    hint: near === undefined ? '`svc help webhooks` has the names.' : `Did you mean ${near}?`,
  });
}

/**
 * The names that a name or a pattern such as `post.*` means.
 * @throws Failure `usage` when the catalogue has none of them
 */
export function eventsMeant(typed: string, events: readonly string[]): readonly string[] {
  if (events.includes(typed)) return [typed];
  const isPattern = typed === '*' || typed.endsWith('.*');
  const meant = isPattern ? events.filter((event) => event.startsWith(typed.slice(0, -1))) : [];
  if (meant.length === 0) refuseUnknownEvent(typed, events);
  return meant;
}

/**
 * Patterns that mean no event of the catalogue are slips.
 * @throws Failure `usage` with what was probably meant
 */
export function refuseUnknownPatterns(unknown: readonly string[], events: readonly string[]): void {
  const families = [...new Set(events.map((event) => `${event.split('.', 1)[0] ?? ''}.*`))];
  for (const pattern of unknown) refuseUnknownEvent(pattern, [...events, ...families]);
}
