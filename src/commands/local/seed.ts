/** `svc local seed`: records from a file into the local service that runs, all of them or none. */
import { command } from '../../cli/command.ts';
import { callControl, dataDir } from '../../cli/local.ts';

export default command({
  path: 'local seed',
  summary: 'Create the records of a YAML or JSON file in the local service, all or none.',
  description:
    'The file has a list of records for each noun, in the order in which they are created: `accounts` with ' +
    '`platform` and `username`, and whatever has a create command, such as `profiles`, `posts` or `contacts fields`, ' +
    'with the fields that the API takes. A name works in place of an id, also of a record of the same file. All ' +
    'mistakes are reported at once with their lines; then nothing is created.',
  args: { file: { summary: 'YAML or JSON file; `-` is standard input', required: true } },
  flags: { dataDir },
  writes: true,
  fields: ['created'],
  examples: ['svc local seed seed.yaml', 'svc local seed - < seed.json'],
  exits: ['rejected', 'network'],

  async run(context, { args: { file }, flags }) {
    const { readSeed, withLines } = await import('../../cli/state/seed-file.ts');
    const seed = await readSeed(context, file);
    const body = { document: seed.document };
    const result = await callControl(context, flags, { method: 'POST', path: '/_local/seed', body }).catch(
      (error: unknown) => {
        throw withLines(error, seed);
      },
    );
    const counts = Object.entries((result['created'] ?? {}) as Record<string, number>);
    const total = counts.reduce((sum, [, count]) => sum + count, 0);
    const each = counts.map(([noun, count]) => `${noun} ${String(count)}`).join(', ');
    const text = total === 1 ? `Created 1 record: ${each}.` : `Created ${String(total)} records: ${each || 'none'}.`;
    return { result, text };
  },
});
