/** A generated command from input to request. */
import { expect, test } from 'vitest';
import { errorIn, svc } from '../support/svc.ts';

const ID = '65a1b2c3d4e5f60718293a4b';

test('a change of nothing is refused before it is sent, and goes out with --no-validate', async () => {
  for (const noun of ['profiles', 'posts', 'contacts']) {
    const said = await svc([noun, 'update', ID, '--dry-run']);
    expect(said).toMatchObject({ code: 2, stdout: '' });
    expect(errorIn(said)).toMatchObject({ message: 'There is nothing to change.' });
  }
  expect((await svc(['profiles', 'update', ID, '--dry-run', '--no-validate'])).code).toBe(0);
  expect((await svc(['profiles', 'update', ID, '--name', 'Berlin', '--dry-run'])).code).toBe(0);
  expect((await svc(['posts', 'update', ID, '--is-draft', '--dry-run'])).code).toBe(0);
});
