import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { steered } from '../../support/steered.ts';
import { errorIn } from '../../support/svc.ts';
import { temporaryFolder } from '../../support/temp.ts';

async function fileOf(text: string): Promise<string> {
  const file = join(await temporaryFolder(), 'seed.yaml');
  await writeFile(file, text);
  return file;
}

test('a file in YAML or JSON is created, and the result says how much', async () => {
  const { local } = await steered();
  const yaml = await fileOf('\uFEFFprofiles:\n  - name: Harbor Books\n');
  expect((await local('seed', yaml)).result).toEqual({ created: { profiles: 1 } });
  const json = await fileOf('{"accounts": [{"platform": "bluesky", "profileId": "Harbor Books"}]}');
  expect((await local('seed', json)).result).toEqual({ created: { accounts: 1 } });
});

test('each mistake is told with the line it is on', async () => {
  const { local } = await steered();
  const file = await fileOf(
    'profiles:\n  - name: Acme\n\n  - nmae: Beta\n    name: Beta\naccounts:\n  - platform: twiter\n',
  );
  const said = await local('seed', file);
  expect(said.code).toBe(2);
  const error = errorIn(said);
  expect(error['hint']).toBe('Nothing was created.');
  expect(error['details']).toMatchObject({
    problems: [
      { line: 4, param: 'profiles.1.nmae' },
      { line: 7, param: 'accounts.0.platform' },
    ],
  });
  expect(error['message']).toMatch(/seed\.yaml has 2 mistakes:\n {2}line 4: .*\n {2}line 7: /);
});

test('a text that is no YAML is refused with its line, before anything is sent', async () => {
  const { local } = await steered();
  const error = errorIn(await local('seed', await fileOf('profiles:\n  - name: [\n')));
  expect(error).toMatchObject({ code: 'validation', exit: 2, hint: 'Nothing was created.' });
  expect(error['message']).toMatch(/seed\.yaml, line \d: /);
});
