/** The pages on which people decide, and where they answer. Next stop: lazy-page.ts, then page.ts of each. */
import type { Bytes } from '../../kernel/ids.ts';
import { DECISION_PAGE, LOGIN_PAGE } from '../areas/auth/paths.ts';
import { CONNECT_PAGE } from '../areas/connect/paths.ts';
import { CHECKOUT_PAGE, KYC_PAGE } from '../areas/phone-numbers/paths.ts';
import { OAUTH } from '../areas/sign-in/paths.ts';
import { REGISTER_PAGE } from '../areas/sms/paths.ts';
import { INVITE_PAGE } from '../areas/users/paths.ts';
import type { RawRoute } from '../exchange/raw.ts';
import { lazyPageRoutes, type PageStep } from './lazy-page.ts';

interface FormPage {
  readonly show: PageStep;
  readonly submit: PageStep;
}

/** @param random bytes that nobody can foresee. @param hasTools true when applications may sign in for the tools */
export function pageRoutes(random: Bytes, hasTools: boolean): RawRoute[] {
  const formPage = (root: string, param: '' | `/:${string}`, load: () => Promise<FormPage>): RawRoute[] =>
    lazyPageRoutes(random, {
      root,
      load,
      routes: [
        ['GET', `${root}${param}`, 'show'],
        ['POST', `${root}${param}`, 'submit'],
      ],
    });
  return [
    ...loginRoutes(random),
    ...formPage(CONNECT_PAGE, '/:state', () => import('./connect/page.ts')),
    ...formPage(REGISTER_PAGE, '/:token', () => import('./registration/page.ts')),
    ...formPage(KYC_PAGE, '/:token', () => import('./kyc/page.ts')),
    ...formPage(INVITE_PAGE, '/:token', () => import('./invite/page.ts')),
    ...formPage(CHECKOUT_PAGE, '/:id', () => import('./checkout/page.ts')),
    ...(hasTools ? formPage(OAUTH.authorize, '', () => import('./sign-in/page.ts')) : []),
  ];
}

const loginRoutes = (random: Bytes): RawRoute[] =>
  lazyPageRoutes(random, {
    root: LOGIN_PAGE,
    load: () => import('./device/page.ts'),
    routes: [
      ['GET', LOGIN_PAGE, 'showEntry'],
      ['POST', LOGIN_PAGE, 'enterCode'],
      ['GET', DECISION_PAGE, 'showLogin'],
      ['POST', DECISION_PAGE, 'settleLogin'],
    ],
  });
