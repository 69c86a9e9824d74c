/** A login of a device, for the control surface: looked at and decided without the page. Called by device.ts. */
import { ok, type Reply } from '../call.ts';
import { decide, NO_LOGIN } from '../areas/auth/decide.ts';
import { loginUnder, loginView } from '../areas/auth/login.ts';
import { codeIn } from '../areas/auth/user-code.ts';
import type { Parts } from '../parts.ts';
import type { ControlCall } from './route.ts';

export async function showLogin({ params }: ControlCall, { desk }: Parts): Promise<Reply> {
  const code = codeIn(params['userCode'] ?? '');
  const login = code === undefined ? undefined : await loginUnder(desk.store.read, code);
  return login === undefined ? NO_LOGIN : ok(loginView(login, desk.clock.now()));
}

export async function settleLogin({ params, body }: ControlCall, { desk }: Parts): Promise<Reply> {
  const code = codeIn(params['userCode'] ?? '');
  if (code === undefined) return NO_LOGIN;
  const decided = await decide(desk, code, { event: body['decision'] === 'deny' ? 'deny' : 'approve' });
  return 'refusal' in decided ? decided.refusal : ok(loginView(decided.login, desk.clock.now()));
}
