/** One row per webhook event, made of its block in the contract: group, owner, platforms, causes and sample. Next stop: event-audit.ts. */
import type { EventRow, EventSample } from '../kernel/event.ts';
import type { Schema } from '../kernel/schema.ts';
import type { Contract, EventWords, OperationWords } from './contract.ts';

/** An event with everything that the contract says about it besides its schema. */
export interface PressedEvent {
  /** File of the block, for messages. */
  readonly file: string;
  /** Why it is sent, in one sentence. */
  readonly summary: string;
  /** Resource groups named under `tags`; the audit asks for exactly one. */
  readonly groups: readonly string[];
  readonly words: EventWords | undefined;
  readonly sample: EventSample;
}

export type PressedEvents = Readonly<Record<string, PressedEvent>>;

export const pressedEvents = ({ pages }: Contract): PressedEvents =>
  Object.fromEntries(
    pages.flatMap(({ file, webhooks }) =>
      Object.entries(webhooks ?? {}).map(([name, item]) => [name, eventOf(file, Object.values(item)[0] ?? {})]),
    ),
  );

function eventOf(file: string, operation: OperationWords): PressedEvent {
  const { summary = '', tags = [], 'x-svc-event': words } = operation;
  return { file, summary, groups: tags, words, sample: words?.sample ?? {} };
}

/** What is asked at run time, event by event; causes and samples are for people and for files of their own. */
export const rowsOf = (events: PressedEvents): Record<string, EventRow> =>
  Object.fromEntries(
    Object.entries(events).map(([name, { groups, words }]) => {
      const { owner, platforms, incomingOnly, inbox, log, subscribable } = words as EventRow & EventWords;
      const row: EventRow = {
        group: groups[0] ?? '',
        owner,
        ...(platforms !== undefined && { platforms }),
        ...(incomingOnly !== undefined && { incomingOnly }),
        ...(inbox !== undefined && { inbox }),
        ...(log !== undefined && { log }),
        ...(subscribable !== undefined && { subscribable }),
      };
      return [name, row];
    }),
  );

export const samplesOf = (events: PressedEvents): Record<string, EventSample> =>
  Object.fromEntries(Object.entries(events).map(([name, { sample }]) => [name, sample]));

/** The contract with the schema of a subscription's `events`: their names are the keys of their blocks, and listed nowhere else. */
export function withEventNames(contract: Contract): Contract {
  const events = pressedEvents(contract);
  const schema: Schema = {
    type: 'string',
    description:
      'An event that an endpoint can ask for. `webhook.test` is not among them, since it reaches every endpoint.',
    enum: Object.keys(events).filter((name) => events[name]?.words?.subscribable !== false),
  };
  const schemas = { ...contract.components.schemas, WebhookEventName: schema };
  return { ...contract, components: { ...contract.components, schemas } };
}

/** The module behind `#events`: names and rows, so that no start reads a file for them. */
export const rowsModule = (events: PressedEvents): string =>
  `/** Generated from src/contract/events.yaml by the press. */\nexport const EVENTS = ${JSON.stringify(rowsOf(events))} as const;\n`;

/** `EventName`, for the types of the contract. */
export const eventNameType = (events: PressedEvents): string =>
  `export type EventName = ${Object.keys(events)
    .map((name) => JSON.stringify(name))
    .join(' | ')};\n`;
