/** Identifiers in the forms of the API. Pure: the bytes come from outside. */

/** Gives `length` bytes; random in ordinary use, seeded under `--seed`. */
export type Bytes = (length: number) => Uint8Array;

export interface Ids {
  /** Record id: 24 lowercase hex characters. */
  record(): string;
  /** Event or request id: a version 4 UUID. */
  uuid(): string;
  /** API key: `sk_` and 64 characters. */
  key(): string;
}

export function idsFrom(bytes: Bytes): Ids {
  return {
    record: () => hex(bytes(12)),
    uuid: () => uuidFrom(bytes(16)),
    key: () => `sk_${hex(bytes(32))}`,
  };
}

/** What the contract asks of a record id, as its schemas write it. */
export const RECORD_ID_PATTERN = '^[0-9a-f]{24}$';

const RECORD_ID = new RegExp(RECORD_ID_PATTERN);

export const isRecordId = (text: string): boolean => RECORD_ID.test(text);

export const isUuid = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text);

function uuidFrom(bytes: Uint8Array): string {
  const b = Uint8Array.from(bytes);
  b[6] = ((b[6] ?? 0) & 0x0f) | 0x40;
  b[8] = ((b[8] ?? 0) & 0x3f) | 0x80;
  const text = hex(b);
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-');
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** The end of a record's id, as tables show it, with or without the dots before it. */
export const END_OF_ID = /^(?:\u2026|\.\.\.)?([0-9a-f]{6})$/;
