/** The posts of a filter, page after page. */
import { useEffect, useState } from 'preact/hooks';
import { call, type Problem } from '../../data/api.ts';
import { listen } from '../../data/live.ts';
import type { Post } from '../../data/post.ts';
import { pathOf } from '../../data/paths.ts';

/** What a page of the API holds at most. */
const PAGE = 100;

/** Pages that are read at most. */
const MOST = 120;

interface State {
  readonly data: readonly Post[] | undefined;
  readonly problem: Problem | undefined;
}

const SETTLE_MS = 300;

export function usePosts(query: Readonly<Record<string, string>>): State {
  const [state, setState] = useState<State>({ data: undefined, problem: undefined });
  const key = JSON.stringify(query);
  useEffect(() => {
    const end = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async (): Promise<void> => {
      timer = undefined;
      const found = new Map<string, Post>();
      for (let page = 1; page <= MOST && !end.signal.aborted; page += 1) {
        const answer = await call<{ posts: readonly Post[]; pagination: { pages: number } }>(pathOf('listPosts'), {
          query: { ...query, page, limit: PAGE },
          signal: end.signal,
        }).catch(() => undefined);
        if (answer === undefined || end.signal.aborted) return;
        if ('problem' in answer) return setState((before) => ({ ...before, problem: answer.problem }));
        for (const post of answer.data.posts) found.set(post._id, post);
        const isLast = page >= answer.data.pagination.pages;
        // The first page is shown at once; the others come together.
        if (page === 1 || isLast) setState({ data: [...found.values()], problem: undefined });
        if (isLast) return;
      }
    };
    const soon = (): void => {
      timer ??= setTimeout(() => void read(), SETTLE_MS);
    };
    soon();
    const stop = listen(['post'], soon);
    return () => {
      end.abort();
      stop();
      clearTimeout(timer);
    };
  }, [key]);
  return state;
}
