import { expect, test } from 'vitest';
import { Failure, type FailureFields } from '../../src/kernel/failure.ts';
import { renderFailure } from '../../src/output/failure.ts';
import { testWorld } from '../support/world.ts';

async function shown(fields: Omit<FailureFields, 'code'>): Promise<string> {
  const { world, err } = testWorld({ argv: [] });
  await renderFailure(new Failure({ code: 'invalid_field_value', ...fields }, 'rejected'), {
    io: world.io,
    format: 'table',
  });
  return err();
}

test('a place within a document stands before the sentence that does not name it', async () => {
  expect(await shown({ message: 'There is no such sequence.', param: 'nodes.7.config.sequenceId' })).toBe(
    'error: nodes.7.config.sequenceId: There is no such sequence.\n',
  );
  expect(await shown({ message: 'nodes.5.type must be one of a, b.', param: 'nodes.5.type' })).toBe(
    'error: nodes.5.type must be one of a, b.\n',
  );
});

test('a flag or a field by itself is not repeated', async () => {
  expect(await shown({ message: 'There is no such account.', param: 'accountId', hint: 'Look.' })).toBe(
    'error: There is no such account.\nLook.\n',
  );
});
