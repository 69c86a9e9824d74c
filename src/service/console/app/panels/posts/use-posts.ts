/** All posts of a span of time, read page by page: the first page is shown at once, the others together. */
import { useEffect, useState } from 'preact/hooks';
import { call, type Problem } from '../../data/api.ts';
import { listen } from '../../data/live.ts';
import type { Post } from '../../data/post.ts';
import { pathOf } from '../../data/paths.ts';
import { settling } from '../../data/settle.ts';

/** What a page of the API holds at most. */
const PAGE = 100;

/** Pages that are asked for at a time. */
const ABREAST = 4;

interface State {
  readonly data: readonly Post[] | undefined;
  readonly problem: Problem | undefined;
}

interface Found {
  readonly posts: readonly Post[];
  readonly pagination: { readonly pages: number };
}

export function usePosts(query: Readonly<Record<string, string>>): State {
  const [state, setState] = useState<State>({ data: undefined, problem: undefined });
  const key = JSON.stringify(query);
  useEffect(() => {
    const end = new AbortController();
    let hasShown = false;
    /** @returns undefined when it was refused, which is shown then, or not wanted any more */
    const readPage = async (page: number): Promise<Found | undefined> => {
      const answer = await call<Found>(pathOf('listPosts'), {
        query: { ...query, page, limit: PAGE },
        signal: end.signal,
      }).catch(() => undefined);
      if (answer === undefined || end.signal.aborted) return undefined;
      if ('data' in answer) return answer.data;
      setState((before) => ({ ...before, problem: answer.problem }));
      return undefined;
    };
    const read = async (): Promise<void> => {
      const first = await readPage(1);
      if (first === undefined) return;
      const found = new Map(first.posts.map((post) => [post._id, post]));
      // What was shown before is whole, and stays until it can be replaced whole.
      if (!hasShown) setState({ data: first.posts, problem: undefined });
      hasShown = true;
      for (let page = 2; page <= first.pagination.pages; page += ABREAST) {
        const wanted = Array.from(
          { length: Math.min(ABREAST, first.pagination.pages - page + 1) },
          (_, at) => page + at,
        );
        for (const answer of await Promise.all(wanted.map(readPage)))
          for (const post of answer?.posts ?? []) found.set(post._id, post);
      }
      if (!end.signal.aborted) setState({ data: [...found.values()], problem: undefined });
    };
    const { soon, stop } = settling(read);
    void read();
    const deafen = listen(['post'], soon);
    return () => {
      end.abort();
      deafen();
      stop();
    };
  }, [key]);
  return state;
}
