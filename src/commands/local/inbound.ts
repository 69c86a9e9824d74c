/** `svc local inbound`: what comes in from networks, carriers and reviewers. A command for each type, made of the pressed table. */
import { INBOUND } from '#inbound';
import { command, type Command } from '../../cli/command.ts';
import { inboundCommand, inboundList } from '../../cli/local-inbound.ts';

export default command({
  path: 'local inbound',
  summary: 'List the events that networks, carriers and reviewers can cause.',
  description: 'Each type is a command: `svc local inbound sms --help` shows its flags.',
  runsBare: true,
  fields: ['type', 'summary', 'example'],
  examples: ['svc local inbound', 'svc local inbound -o json'],
  run: async () => inboundList(INBOUND),
});

export const commands: readonly Command[] = Object.entries(INBOUND).map(([type, words]) => inboundCommand(type, words));
