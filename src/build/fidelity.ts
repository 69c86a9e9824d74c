/** docs/reference/fidelity.md: how true the local service's answer of each operation is. Called by press.ts. */
import prettier from 'prettier';
import type { Card } from '../kernel/card.ts';
import type { Compiled } from './compile.ts';
import { MARK, type Outputs } from './outputs.ts';

const PAGE = 'docs/reference/fidelity.md';

/** What serves the operations: names of those with a function of their own. */
export interface Serving {
  readonly functions: ReadonlySet<string>;
}

const TIERS = {
  rules: 'a function of its own; the rules it names have tests, listed in [rules.md](rules.md)',
  stateful:
    'served by what its kind and effect declare: what is sent is kept and read back; the laws in `test/laws` hold it',
  fixture: 'a reading that only a real network could give: rows of `src/contract/fixtures`, or nothing',
  empty: 'a reading whose behaviour is not built: nothing, within the schema',
  'not simulated': 'answered with 501 `not_simulated`; nothing is done',
} as const;

type Tier = keyof typeof TIERS;

const NAMES = Object.keys(TIERS) as Tier[];

export async function fidelityPage({ files, service, eventRows }: Compiled, serving: Serving): Promise<Outputs> {
  const rows = files.flatMap(({ area, operations }) =>
    operations.map((card) => ({ area, card, tier: tierOf(card, service, serving) })),
  );
  const areas = [...new Set(rows.map(({ area }) => area))];
  const countOf = (area: string | undefined, tier: Tier): string =>
    String(rows.filter((row) => (area === undefined || row.area === area) && row.tier === tier).length);
  const text = [
    `<!-- ${MARK} -->`,
    '# Fidelity',
    'How the local service comes to its answer, operation by operation. An operation that is not simulated says so with 501; the command line shows it as exit 3, after which nothing was done.',
    NAMES.map((tier) => `- **${tier}**: ${TIERS[tier]}.`).join('\n'),
    tableOf(
      ['area', ...NAMES],
      [
        ...areas.map((area) => [`[${area}](${area}.md)`, ...NAMES.map((tier) => countOf(area, tier))]),
        ['all', ...NAMES.map((tier) => countOf(undefined, tier))],
      ],
    ),
    '## Without a cause',
    'What the specification names and nothing here brings about yet.',
    gapsIn(eventRows, rows),
    ...areas.flatMap((area) => [
      `## ${area}`,
      tableOf(
        ['operation', 'tier', 'rules'],
        rows
          .filter((row) => row.area === area)
          .map(({ card, tier }) => [`\`${card.id}\``, tier, card.source.join(', ')]),
      ),
    ]),
  ].join('\n\n');
  return { [PAGE]: await prettier.format(text, { parser: 'markdown', printWidth: 120 }) };
}

interface Row {
  readonly card: Card;
  readonly tier: Tier;
}

/** Shapes that the specification names beside its catalogue of events. Source: EVT-93 */
const WITHOUT_EVENT = ['`message.played` for voice messages on WhatsApp', 'messages over RCS'];

/** Events that neither a simulated operation nor people, networks or the clock cause, and shapes that no event has. */
function gapsIn(events: Compiled['eventRows'], rows: readonly Row[]): string {
  const simulated = new Set(rows.filter(({ tier }) => tier !== 'not simulated').flatMap(({ card }) => card.emits));
  const uncaused = Object.entries(events).filter(
    ([name, { words }]) => !simulated.has(name) && !(words?.causes ?? []).some((cause) => cause !== 'control'),
  );
  return [
    ...uncaused.map(([name]) => `- \`${name}\`: only the control surface (\`/_local\`) brings it about.`),
    ...WITHOUT_EVENT.map((shape) => `- ${shape}: a shape without an event that could be subscribed to (EVT-93).`),
  ].join('\n');
}

function tierOf({ id }: Card, { operations }: Compiled['service'], { functions }: Serving): Tier {
  const effect = operations[id]?.effect;
  if (functions.has(id)) return 'rules';
  const isReading = effect !== undefined && ['get', 'list', 'compute', 'fixture'].includes(effect.does);
  if (effect?.waits !== undefined) return isReading ? 'empty' : 'not simulated';
  if (effect?.does === 'fixture') return 'fixture';
  return effect?.does === 'compute' ? 'empty' : effect?.does === 'run' ? 'not simulated' : 'stateful';
}

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
