/** A frozen service and a command against it that is killed at one of its requests, alone or together with the service. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startGate, type Seen, type Strike } from './gate.ts';
import { BINARY, startFrozen, type ServiceProcess } from './process.ts';

export interface Kill extends Strike {
  /** Whether the service is killed at the same instant, and started again afterwards. */
  readonly withService: boolean;
}

export interface Ran extends Seen {
  /** Null for a command that was killed. */
  readonly code: number | null;
  readonly err: string;
  /** Its result; empty without one. */
  readonly report: object;
}

export interface KilledCommands {
  /** As it runs now. */
  service(): ServiceProcess;
  /** Sends the request that was held back. */
  deliver(): Promise<number>;
  run(words: readonly string[], kill?: Kill): Promise<Ran>;
}

/** @param folder home of the commands, and where they run */
export async function startKilledCommands(folder: string): Promise<KilledCommands> {
  let service = await startFrozen(folder);
  const gate = await startGate(() => service.url);
  return {
    service: () => service,
    deliver: gate.deliver,
    async run(words, kill) {
      const child = spawn(process.execPath, [BINARY, ...words, '-o', 'json'], {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          SVC_CONFIG_DIR: join(folder, 'config'),
          SVC_BASE_URL: gate.url,
          SVC_API_KEY: service.apiKey,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const seen = gate.watch(kill, () => {
        if (kill?.withService === true) service.child.kill('SIGKILL');
        child.kill('SIGKILL');
      });
      const [out, err, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, 'exit') as Promise<[number | null]>,
      ]);
      if (kill?.withService === true) {
        await service.kill();
        service = await startFrozen(folder);
      }
      await gate.idle();
      return { code, err, report: code === 0 ? (JSON.parse(out) as object) : {}, ...seen };
    },
  };
}
