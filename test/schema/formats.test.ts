/** Which texts a format takes. */
import { expect, test } from 'vitest';
import { problemsOf } from '../../src/schema/problems.ts';

const fits = (format: string, text: string): boolean => problemsOf({ type: 'string', format }, text, {}).length === 0;

// prettier-ignore
const RIGHT = {
  'date-time': ['2026-12-01T09:00:00Z', '2026-12-01T09:00:00.123Z', '2026-12-01T09:00', '2026-12-01T09:00:00', '2026-12-01T09:00:00+02:00', '2024-02-29T23:59:59-0530', '2026-12-01t09:00z'],
  date: ['2026-12-01', '2024-02-29'],
  uri: ['https://example.org/a?b=c#d', 'http://127.0.0.1:4010', 'mailto:a@example.org'],
  uuid: ['6f1c2f30-8d3b-4c9f-9a6e-0a1b2c3d4e5f', '6F1C2F30-8D3B-4C9F-9A6E-0A1B2C3D4E5F'],
  'iana-zone': ['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires'],
  email: ['a@example.org'],
  binary: ['', 'anything'],
};

// prettier-ignore
const WRONG = {
  'date-time': ['tomorrow', 'tomorrow 9:00', '+2h', '2026-12-01', '2026-12-01 09:00', '2026-02-30T09:00Z', '2026-13-01T09:00Z', '2026-12-01T24:00Z', '2026-12-01T09:60Z', '2026-12-01T9:00Z', '1764576000000', ''],
  date: ['2026-02-30', '2023-02-29', '26-12-01', '2026-12-01T00:00Z', 'today'],
  uri: ['example.org', '/a', 'photo.jpg', 'http://', 'https://a b'],
  uuid: ['6f1c2f308d3b4c9f9a6e0a1b2c3d4e5f', 'post-1'],
  'iana-zone': ['Berlin', 'Europe/Berlín', '+02:00', 'CEST ', ''],
  email: ['a', 'a@'],
};

const listed = (texts: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(texts).flatMap(([format, all]) => all.map((text): [string, string] => [format, text]));

test.each(listed(RIGHT))('%s takes "%s"', (format, text) => {
  expect(fits(format, text)).toBe(true);
});

test.each(listed(WRONG))('%s refuses "%s"', (format, text) => {
  expect(fits(format, text)).toBe(false);
});
