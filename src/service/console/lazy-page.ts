/** A page of the console that is loaded when somebody first opens it, and what every page needs. Used by pages.ts. */
import type { Bytes } from '../../kernel/ids.ts';
import type { Desk } from '../desk.ts';
import type { RawReply, RawRequest, RawRoute } from '../exchange/raw.ts';
import type { Guard } from './guard.ts';

/** What a page does with a request; the guard is the same for all steps of a page. */
export type PageStep = (request: RawRequest, desk: Desk, guard: Guard) => Promise<RawReply>;

export interface LazyPage<Step extends string> {
  /** Path under which the browser sends the page's cookie. */
  readonly root: string;
  readonly load: () => Promise<Readonly<Record<Step, PageStep>>>;
  readonly routes: readonly (readonly [method: 'GET' | 'POST', path: string, step: Step])[];
}

/** @param random bytes that nobody can foresee */
export function lazyPageRoutes<Step extends string>(random: Bytes, page: LazyPage<Step>): RawRoute[] {
  let opened: Promise<(step: Step) => RawRoute['handle']> | undefined;
  const open = () => (opened ??= openPage(random, page));
  return page.routes.map(([method, path, step]) => ({
    method,
    path,
    handle: async (request, desk) => (await open())(step)(request, desk),
  }));
}

async function openPage<Step extends string>(
  random: Bytes,
  { root, load }: LazyPage<Step>,
): Promise<(step: Step) => RawRoute['handle']> {
  const [steps, { openGuard }, { publicPage }] = await Promise.all([
    load(),
    import('./guard.ts'),
    import('./device/outcome-view.ts'),
  ]);
  const guard = openGuard(random, root);
  return (step) => async (request, desk) => (desk.isPublic ? publicPage() : steps[step](request, desk, guard));
}
