/** Why a port cannot be listened on, in a sentence. Used by service.ts and members/listening.ts. */
import { failure } from '../../kernel/failure.ts';

export function portFailure(error: unknown, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return failure('port_taken', { message: `Port ${String(port)} is taken.` }, error);
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return failure('usage', { message: `The service cannot listen there: ${(error as Error).message}.` }, error);
  return error;
}
