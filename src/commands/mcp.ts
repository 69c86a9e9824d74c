/** `svc mcp`: the tools for AI clients over standard input and output, with the key of the context. Next stop: mcp/stdio.ts. */
import { command } from '../cli/command.ts';

export default command({
  path: 'mcp',
  summary: 'Serve the tools for AI clients over standard input and output.',
  description:
    'An AI client starts this as a program; `svc mcp install` sets it up. The tools call the service of the ' +
    'context with its key. They are read-only unless a flag allows more. An area is the first word of a ' +
    'command: posts, inbox, ads. Actions that need confirmation, such as spending money, are refused without ' +
    '--confirm-spend; with it, the client asks the user each time, and a client that cannot ask is refused. ' +
    'The server exits when its input ends.',
  runsBare: true,
  writes: true,
  flags: {
    allowWrite: {
      type: 'string',
      repeat: true,
      common: true,
      placeholder: 'area',
      summary: 'Allow changes in this area, such as posts; `all` allows them everywhere',
    },
    draftOnly: { type: 'boolean', common: true, summary: 'Allow new posts, as drafts only' },
    confirmSpend: {
      type: 'boolean',
      common: true,
      summary: 'Allow actions that spend money or cannot be undone, after the user confirms them in the client',
    },
  },
  examples: [
    'svc mcp',
    'svc mcp --draft-only',
    'svc mcp --allow-write posts --allow-write inbox --context live',
    'svc mcp --allow-write all --confirm-spend',
  ],
  exits: ['auth', 'interrupted'],

  async run(context, { flags: { allowWrite, draftOnly = false, confirmSpend = false } }) {
    const { catalog, world, flags, signal } = context;
    const { requireAreas } = await import('../cli/mcp/areas.ts');
    requireAreas(allowWrite, catalog);
    const target = await context.target();
    const [{ serveStdio }, { openCorridor }] = await Promise.all([
      import('../mcp/stdio.ts'),
      import('../mcp/corridor.ts'),
    ]);
    const { timeoutMs, maxWaitMs } = flags;
    await serveStdio({
      catalog,
      version: world.installation.version,
      access: { allowWrite, draftOnly, confirmSpend },
      corridor: openCorridor({
        world,
        target,
        now: () => context.serviceNow(),
        signal,
        ...(timeoutMs !== undefined && { timeoutMs }),
        ...(maxWaitMs !== undefined && { maxWaitMs }),
      }),
      input: world.io.in.bytes(),
      write: (line) => world.io.out.write(line),
      signal,
    });
    return {};
  },
});
