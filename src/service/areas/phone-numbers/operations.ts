/** Operations of phone numbers: numbers, their documents, port-ins and trunks. */
import type { Handler } from '../../desk.ts';
import { handlers as documents } from './documents.ts';
import { handlers as numbers } from './numbers.ts';
import { handlers as portIns } from './port-ins.ts';
import { handlers as trunks } from './trunks.ts';

export const handlers: Readonly<Record<string, Handler>> = {
  ...documents,
  ...numbers,
  ...portIns,
  ...trunks,
};
