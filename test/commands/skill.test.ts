/** `svc skill`: short enough to keep in mind, and true of this version. */
import { expect, test } from 'vitest';
import { MOST_LINES } from '../../src/cli/skill.ts';
import { catalog } from '../client/cards.ts';
import { svc } from '../support/svc.ts';

const guide = async (): Promise<string> => {
  const { stdout } = await svc(['skill', '-o', 'json']);
  return (JSON.parse(stdout) as { text: string }).text;
};

test('prints Markdown of at most 80 lines, with the head that agents look for', async () => {
  const { code, stdout } = await svc(['skill']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^---\nname: svc\ndescription: [^\n]+\n---\n/);
  expect(stdout.split('\n').length).toBeLessThanOrEqual(MOST_LINES);
});

test('names the operations, areas and exits that this version has', async () => {
  const text = await guide();
  expect(text).toContain(`${String(catalog.operations().length)} operations`);
  for (const word of ['posts', 'inbox', 'webhooks', '9 partial', '13 network']) expect(text).toContain(word);
});

test('every command that it names exists, with the flags that it shows', async () => {
  const text = await guide();
  const [, shell = ''] = /```sh\n([^`]+)```/.exec(text) ?? [];
  for (const line of shell.trim().split('\n')) {
    const words = (line.match(/"[^"]*"|\S+/g) ?? []).slice(1).map((word) => word.replaceAll('"', ''));
    const said = await svc([...words, '--fields', 'help']);
    expect(said.stderr, line).not.toMatch(/unknown|There is no command/i);
  }
});
