import { expect, test } from 'vitest';
import { replacementFor } from '../../src/cli/replacement.ts';
import { catalog } from '../client/cards.ts';

const old = catalog
  .operations()
  .map(({ id }) => catalog.card(id))
  .filter(({ deprecated }) => deprecated === true);

test('twenty operations are deprecated', () => {
  expect(old).toHaveLength(20);
});

test.each(old.map((card) => [card.command.path.join(' '), card] as const))(
  'svc %s names a command that is not deprecated itself',
  (_, card) => {
    const newer = replacementFor(card, catalog) ?? '';
    const entry = catalog.index().commands[newer];
    expect(entry, newer).toBeDefined();
    expect(catalog.card(entry?.id ?? '').deprecated).toBeUndefined();
  },
);

test('the older numbers lead to the newer ones', () => {
  expect(replacementFor(catalog.card('getWhatsAppPhoneNumbers'), catalog)).toBe('phone-numbers list');
});
