/** `svc api spec`: the published description of the API. */
import { command } from '../../cli/command.ts';

export default command({
  path: 'api spec',
  summary: 'Print the description of the API as OpenAPI 3.1.',
  description: 'Every operation and event, with their schemas: for code generators, mocks and your own tools.',
  examples: ['svc api spec > openapi.json', 'svc api spec -o yaml > openapi.yaml', 'svc api spec --jq .info.version'],

  async run({ catalog }) {
    const result = catalog.published();
    return { result, text: JSON.stringify(result, undefined, 2) };
  },
});
