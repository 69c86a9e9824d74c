/** The function of the operation itself: one of areas/ or the generic one, as operations.ts says. Next stop: answer.ts. */
import { MOST_PROBLEMS } from '../../schema/problem.ts';
import { watchChanges } from '../requests/changes.ts';
import { ignoredKey } from '../requests/entry.ts';
import { callIn, type Landing } from './landing.ts';

export const handle: Landing = {
  name: 'handle',
  needs: 'body',
  open:
    ({ parts }, { handler }) =>
    async (visit) => {
      const { passage } = visit.request;
      const watch = watchChanges(visit.desk ?? parts.desk);
      const { ignored = [], ...reply } = await handler(callIn(visit), watch.desk).finally(() => {
        passage.changed = watch.notes();
      });
      const notes = ignored.slice(0, MOST_PROBLEMS).map(({ param, suggestion }) => ignoredKey(param, suggestion));
      passage.notes.push(...notes);
      return reply;
    },
};
