import { RequestError, request } from '../../dataProvider/request.ts';
import { translate } from '../../i18n/provider.ts';
import { storeSession } from '../../session/session.ts';
import { getPageRoles, type Role } from '../../wire/roles.ts';

/** Loaded while the user types, because it brings all schemas of the wire. */
export const loadAuthCalls = () => import('../../wire/calls/authCalls.ts');

/** Reply to a sign-in. Hosts may omit fields. Instead of the token, it may ask for the step of a plug-in. */
export type SignInReply = Partial<Record<'userAuthToken' | 'role' | 'fullName' | 'timeZone', string>> & {
  features?: string[];
  idleMinutes?: number;
  uploadMb?: number;
};

export async function signIn(email: string, password: string): Promise<SignInReply | null> {
  const { authCalls } = await loadAuthCalls();
  return (await request(authCalls.signIn, { body: { email: email.trim(), password } })) as SignInReply | null;
}

/** Reads role and token. Throws if one is missing or unknown. */
export function readNewSession(data: SignInReply | null): { role: Role; token: string } {
  const role = getPageRoles().names.find((one) => one === data?.role);
  if (!role) throw new RequestError(translate('errors.invalidRole'), 0);
  if (!data?.userAuthToken) throw new RequestError(translate('errors.signIn'), 0);
  return { role, token: data.userAuthToken };
}

export function storeNewSession(data: SignInReply | null, email: string): Role {
  const { role, token } = readNewSession(data);
  storeSession(token, { ...data, email: email.trim() });
  return role;
}
