/** Phone numbers in what was typed, by what `x-svc-command.phones` says of the fields. Pure; used by validation.ts and near-number.ts. */
import type { CallInput } from '../client/request.ts';
import type { Card, PhoneForm } from '../kernel/card.ts';
import { isFields } from '../kernel/json.ts';

export interface TypedPhone {
  readonly form: PhoneForm;
  readonly place: 'query' | 'body';
  /** Steps to the value: `['phoneNumbers', 0]`. */
  readonly path: readonly (string | number)[];
  readonly text: string;
}

export function phonesIn({ command }: Card, { query, body }: CallInput): readonly TypedPhone[] {
  const { phones = {} } = command;
  return Object.entries(phones).flatMap(([field, form]) => [
    ...textsAt(query[field], [field]).map((one) => ({ ...one, form, place: 'query' as const })),
    ...textsAt(isFields(body) ? body[field] : undefined, [field]).map((one) => ({
      ...one,
      form,
      place: 'body' as const,
    })),
  ]);
}

/** A text, or those of a list. What is neither is judged by its schema. */
function textsAt(value: unknown, path: readonly (string | number)[]): readonly Pick<TypedPhone, 'path' | 'text'>[] {
  if (typeof value === 'string') return [{ path, text: value }];
  return Array.isArray(value) ? value.flatMap((item, at) => textsAt(item, [...path, at])) : [];
}

const E164 = /^\+[1-9]\d{6,14}$/;

/** A short code, or an alphanumeric sender id. */
const SENDER_ID = /^(\d{3,8}|[A-Za-z0-9 ]{1,11})$/;

const ADDRESS = /^(sips?:|wss:\/\/)./i;

export const fitsPhone = (form: PhoneForm, text: string): boolean =>
  E164.test(text) || (form === 'sender' && SENDER_ID.test(text)) || (form === 'reach' && ADDRESS.test(text));

export const PHONE_WORDS: Readonly<Record<PhoneForm, string>> = {
  number: 'a number in E.164 form, such as +4915112345678',
  sender: 'a number in E.164 form, such as +4915112345678, or a sender id',
  reach: 'a number in E.164 form, such as +4915112345678, a sip: address or a wss:// agent',
};
