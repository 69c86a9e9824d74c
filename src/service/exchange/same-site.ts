/** Whether a browser sends a request for another site than this one. Asked where no key tells who calls. */

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** True for a request that says it comes from elsewhere. Programs other than browsers say nothing. */
export function isFromElsewhere({ origin, host }: Headers): boolean {
  if (origin === undefined) return false;
  return hostOf(String(origin)) !== hostOf(`http://${String(host)}`);
}

/** Without the port that goes without saying; what is no origin equals nothing. */
const hostOf = (origin: string): string | symbol => (URL.canParse(origin) ? new URL(origin).host : Symbol(origin));
