import { RequestError, request } from '../../dataProvider/request.ts';
import { translate } from '../../i18n/provider.ts';
import { storeSession } from '../../session/session.ts';
import { ROLES, type Role } from '../../wire/call.ts';

/** The declarations of the calls come while the person types: they bring all of the wire's schemas with them. */
export const loadCalls = () => import('../../wire/auth.ts');

/** What a host replies, as far as it keeps to the wire. */
export type Reply = Partial<Record<'userAuthToken' | 'role' | 'fullName' | 'timeZone', string>> & {
  features?: string[];
  idleMinutes?: number;
  /** Asked for in place of a token (frame/wire/secondFactor.ts). */
  secondFactor?: object;
  uploadMb?: number;
};

/** Signs in with what was typed; what goes wrong is a RequestError. */
export async function signIn(email: string, password: string): Promise<Reply | null> {
  const { authCalls } = await loadCalls();
  return (await request(authCalls.signIn, { body: { email: email.trim(), password } })) as Reply | null;
}

/** The role and the token of a reply that opens a session. */
export function readSignedIn(data: Reply | null): { role: Role; token: string } {
  const role = ROLES.find((one) => one === data?.role);
  if (!role) throw new RequestError(translate('errors.invalidRole'), 0);
  if (!data?.userAuthToken) throw new RequestError(translate('errors.signIn'), 0);
  return { role, token: data.userAuthToken };
}

/** Keeps the session that a reply opens; gives the role. */
export function keepSession(data: Reply | null, email: string): Role {
  const { role, token } = readSignedIn(data);
  storeSession(token, { ...data, email: email.trim() });
  return role;
}
