/** Components of a template as they are kept: what they are in lower case, however it was sent. */
import { fieldsIn, type Fields } from '../../../kernel/json.ts';
import type { Handler } from '../../desk.ts';

/** Source: control surface, "Settled readings": a word of the platform is taken in its own spelling, and answered in lower case. */
export const inLowerCase =
  (handler: Handler): Handler =>
  (call, desk) => {
    const { components } = call.body;
    const body = components === undefined ? call.body : { ...call.body, components: lowered(components) };
    return handler({ ...call, body }, desk);
  };

const lowered = (components: unknown): readonly Fields[] => fieldsIn(components).map(component);

function component(sent: Fields): Fields {
  const { buttons, cards } = sent;
  return {
    ...wordsLowered(sent),
    ...(buttons !== undefined && { buttons: fieldsIn(buttons).map(wordsLowered) }),
    ...(cards !== undefined && {
      cards: fieldsIn(cards).map((card) => ({ ...card, components: lowered(card['components']) })),
    }),
  };
}

/** Fields that hold a word of the platform. */
const WORDS = ['type', 'format'];

const wordsLowered = (sent: Fields): Fields =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      WORDS.includes(name) && typeof value === 'string' ? value.toLowerCase() : value,
    ]),
  );
