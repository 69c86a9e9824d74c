/** `svc local stock set`: numbers in stock again, or sold out. */
import { failure } from '../../../kernel/failure.ts';
import { command } from '../../../cli/command.ts';
import { callControl, dataDir } from '../../../cli/local.ts';

export default command({
  path: 'local stock set',
  summary: 'Set how many numbers of a country are for sale; 0 means sold out.',
  description: 'Watches of the country are notified and end, and orders waiting for a number continue.',
  args: {
    country: { summary: 'Country code, such as US', required: true },
    count: { summary: 'Type and count: local=5, toll_free=0', required: true, repeat: true },
  },
  flags: { dataDir },
  writes: true,
  fields: ['eventIds'],
  examples: ['svc local stock set US local=5', 'svc local stock set DE local=0 national=2'],
  exits: ['rejected'],

  async run(context, { args, flags }) {
    const body = { countryCode: args.country.toUpperCase(), counts: Object.fromEntries(args.count.map(countIn)) };
    return { result: await callControl(context, flags, { method: 'POST', path: '/_local/stock', body }) };
  },
});

function countIn(text: string): readonly [type: string, count: number] {
  const [, type, count] = /^([a-z_]+)=(\d{1,6})$/.exec(text) ?? [];
  if (type !== undefined) return [type, Number(count)];
  const message = `<count> takes a type and a count, such as local=5; not ${JSON.stringify(text)}.`;
  throw failure('usage', { message, param: '<count>' });
}
