/** What can go wrong between us and a server below HTTP. Thrown by world/http, turned into a Failure by client/send. */

export type FaultKind =
  | 'dns'
  | 'connect'
  | 'connect_timeout'
  | 'timeout'
  | 'tls'
  | 'proxy'
  | 'reset'
  | 'redirect'
  | 'protocol'
  | 'too_large'
  | 'aborted';

export class TransportFault extends Error {
  override readonly name = 'TransportFault';
  readonly kind: FaultKind;
  /** False when it is certain that the server has seen nothing of the request. */
  readonly sent: boolean;

  constructor(kind: FaultKind, sent: boolean, cause: unknown, message?: string) {
    super(message ?? (cause instanceof Error ? cause.message : kind), { cause });
    this.kind = kind;
    this.sent = sent;
  }
}
