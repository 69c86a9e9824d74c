/** Turns errors of node and undici into transport faults. */
import { TransportFault, type FaultKind } from '../kernel/transport.ts';

const BY_CODE: Readonly<Record<string, FaultKind>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  ECONNREFUSED: 'connect',
  EHOSTUNREACH: 'connect',
  ENETUNREACH: 'connect',
  EADDRNOTAVAIL: 'connect',
  ETIMEDOUT: 'connect_timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_ABORTED: 'aborted',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
};

/** Kinds that only occur before the connection is open, whatever the caller assumes. */
const BEFORE_SENDING: readonly FaultKind[] = ['dns', 'connect', 'connect_timeout', 'tls'];

/** @param sent whether a byte of the request may have left */
export function faultOf(error: unknown, sent: boolean): Error {
  if (error instanceof TransportFault) return error;
  const kind = kindOf(error);
  if (kind === undefined) return error as Error;
  return new TransportFault(kind, sent && !BEFORE_SENDING.includes(kind), error, sentenceOf(error));
}

function kindOf(error: unknown): FaultKind | undefined {
  const { code = '', name, cause } = error as { code?: string; name?: string; cause?: unknown };
  if (BY_CODE[code] !== undefined) return BY_CODE[code];
  if (code.startsWith('HPE_') || name === 'HTTPParserError') return 'protocol';
  if (/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO)/.test(code)) return 'tls';
  return cause instanceof Error && cause !== error ? kindOf(cause) : undefined;
}

/** Node leaves the message of a refused connection to several addresses empty. */
function sentenceOf(error: unknown): string {
  const { message, code, errors } = error as { message: string; code?: string; errors?: readonly Error[] };
  return message || errors?.[0]?.message || code || 'unknown fault';
}
