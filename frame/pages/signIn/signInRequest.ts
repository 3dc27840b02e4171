import { RequestError, request } from '../../dataProvider/request.ts';
import { translate } from '../../i18n/provider.ts';
import { storeSession } from '../../session/session.ts';
import { ROLES, type Role } from '../../wire/call.ts';

/** The declarations of the calls come while the person types: they bring all of the wire's schemas with them. */
export const loadAuthCalls = () => import('../../wire/authCalls.ts');

/** What a host replies, as far as it keeps to the wire. */
export type SignInReply = Partial<Record<'userAuthToken' | 'role' | 'fullName' | 'timeZone', string>> & {
  features?: string[];
  idleMinutes?: number;
  /** Asked for in place of a token (frame/wire/secondFactorCalls.ts). */
  secondFactor?: object;
  uploadMb?: number;
};

/** Signs in with what was typed; what goes wrong is a RequestError. */
export async function signIn(email: string, password: string): Promise<SignInReply | null> {
  const { authCalls } = await loadAuthCalls();
  return (await request(authCalls.signIn, { body: { email: email.trim(), password } })) as SignInReply | null;
}

/** The role and the token of a reply that opens a session. */
export function readNewSession(data: SignInReply | null): { role: Role; token: string } {
  const role = ROLES.find((one) => one === data?.role);
  if (!role) throw new RequestError(translate('errors.invalidRole'), 0);
  if (!data?.userAuthToken) throw new RequestError(translate('errors.signIn'), 0);
  return { role, token: data.userAuthToken };
}

/** Keeps the session that a reply opens; gives the role. */
export function storeNewSession(data: SignInReply | null, email: string): Role {
  const { role, token } = readNewSession(data);
  storeSession(token, { ...data, email: email.trim() });
  return role;
}
