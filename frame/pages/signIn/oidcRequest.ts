import { RequestError, request } from '../../dataProvider/request.ts';
import { translate } from '../../i18n/provider.ts';
import { oidcCalls } from '../../wire/calls/oidcCalls.ts';
import { OIDC_REFUSALS } from '../../wire/oidc.ts';
import type { SignInReply } from './signInRequest.ts';

/** Completes a sign-in that comes back from the identity provider. Throws a RequestError if it was refused. */
export async function finishOidc(outcome: string): Promise<SignInReply & { email?: string }> {
  const refusal = OIDC_REFUSALS.find((one) => one === outcome);
  if (refusal) throw new RequestError(translate(`signIn.oidc.${refusal}`), 0);
  return (await request(oidcCalls.finishOidc)) as SignInReply & { email?: string };
}
