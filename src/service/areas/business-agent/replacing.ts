/** Serves calls that take the place of what was there: a field that is not sent is empty afterwards. */
import type { Handler } from '../../desk.ts';
import { formsOf } from '../../engine/form.ts';

export const replacing =
  (handler: Handler): Handler =>
  (call, desk) => {
    const { schemas } = desk.catalog.file(call.card.area);
    const [{ properties = {} } = {}] = formsOf(call.card.body?.schema ?? {}, schemas);
    const empty = Object.fromEntries(Object.keys(properties).map((name) => [name, null]));
    return handler({ ...call, body: { ...empty, ...call.body } }, desk);
  };
