import { RequestError, request, translate } from 'portal-frame/browser';
import { OIDC_REFUSALS } from '../wire/oidcAddresses.ts';
import { oidcCalls } from '../wire/oidcCalls.ts';

/** Completes a sign-in that comes back from the identity provider. Throws a RequestError if it was refused. */
export async function finishOidc(outcome: string): Promise<object | null> {
  const refusal = OIDC_REFUSALS.find((one) => one === outcome);
  if (refusal) throw new RequestError(translate(`signIn.oidc.${refusal}`), 0);
  return (await request(oidcCalls.finishOidc)) as object | null;
}
