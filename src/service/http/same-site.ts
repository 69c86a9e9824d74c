/** Whether a browser sends a request for another site than this one. Asked where no key tells who calls. */

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** True for a request that says it comes from elsewhere. Programs other than browsers say nothing. */
export function isFromElsewhere({ origin, host }: Headers): boolean {
  if (origin === undefined) return false;
  return hostOf(String(origin)) !== host;
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);
