import { expect, test } from 'vitest';
import { startProgress } from '../../src/output/progress.ts';
import { testWorld } from '../support/world.ts';

test('off a terminal long work says nothing', async () => {
  const { world, err } = testWorld();
  const progress = startProgress('Uploading', world.io);
  progress.update('Uploading 50 %');
  progress.stop();
  expect(err()).toBe('');
});

test('work that ends before the spinner is there leaves nothing running', async () => {
  const { world } = testWorld({ terminal: 80 });
  const progress = startProgress('Uploading', world.io);
  progress.stop();
  await import('ora');
  expect(() => progress.update('late')).not.toThrow();
});

test('for a screen reader long work is announced once, and nothing moves', () => {
  const { world, err } = testWorld({ terminal: 80 });
  const progress = startProgress('Uploading', world.io, true);
  progress.update('Uploading 50 %');
  progress.stop();
  expect(err()).toBe('Uploading\n');
});
