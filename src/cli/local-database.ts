/** A local service whose data lie in a database: which one a start means, and what it refuses. */
import { join } from 'node:path';
import { failure } from '../kernel/failure.ts';
import { STORE_FILE } from '../kernel/steering.ts';
import type { Context } from './command.ts';
import { keptStart, type Asked } from './local-asked.ts';

/** The database that is asked for, or that the folder had. @throws Failure `usage` for what does not go together */
export async function databaseOf(context: Context, asked: Asked): Promise<string | undefined> {
  if (asked.database === undefined) {
    const kept = asked.ephemeral === true ? undefined : await keptStart(context, asked.dataDir);
    return kept?.ephemeral === true ? undefined : kept?.database;
  }
  refuseUnfit(asked);
  if (context.world.files.exists(join(asked.dataDir, STORE_FILE)))
    throw failure('usage', {
      message: `The folder ${asked.dataDir} holds data of its own, which a service on a database would leave alone.`,
      param: '--database',
      hint: 'Choose another --data-dir. `svc local export` and `svc local import` move data between the two.',
    });
  return asked.database;
}

function refuseUnfit({ database = '', ephemeral, seed }: Asked): void {
  if (!/^postgres(ql)?:\/\//.test(database) || !URL.canParse(database))
    throw failure('usage', {
      message: '--database takes an address such as postgres://svc@localhost/svc.',
      param: '--database',
    });
  const other = ephemeral === true ? '--ephemeral' : seed === undefined ? undefined : '--seed';
  if (other === undefined) return;
  throw failure('usage', {
    message: `--database and ${other} exclude each other: what lies in a database is kept, and shared by several processes.`,
    param: other,
  });
}
