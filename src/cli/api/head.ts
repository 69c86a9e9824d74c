/** `-i`: listens beside the sender for the status and the headers of an answer, which no result carries. */
import type { Sender } from '../../world/http-call.ts';
import type { World } from '../../world/world.ts';

export interface AnswerHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Listening {
  readonly world: World;
  /** Of the latest answer; undefined when none came. */
  head(): AnswerHead | undefined;
}

export function listening(world: World): Listening {
  let latest: AnswerHead | undefined;
  const heard = (sender: Sender): Sender => ({
    close: () => sender.close(),
    async send(request) {
      const answer = await sender.send(request);
      latest = { status: answer.status, headers: answer.headers };
      return answer;
    },
  });
  const { single, pool, trust } = world.http;
  return { world: { ...world, http: { single: heard(single), pool: heard(pool), trust } }, head: () => latest };
}

/** The head as a person knows it. */
export const headText = ({ status, headers }: AnswerHead): string =>
  [String(status), ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join('\n');
