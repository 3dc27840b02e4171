import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { RequestError } from '../../dataProvider/request.ts';
import { translate } from '../../i18n/provider.ts';

const loadWebAuthn = () => import('@simplewebauthn/browser');

/** The person closed the browser's dialog, or has no such key here. */
const throwPasskeyFailed = () => {
  throw new RequestError(translate('secondFactor.passkeyFailed'), 0);
};

/** Lets the browser ask for a passkey by the host's options; gives what the host wants back. */
export async function authenticateWithPasskey(options: unknown): Promise<unknown> {
  const { startAuthentication } = await loadWebAuthn();
  return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }).catch(
    throwPasskeyFailed,
  );
}

/** Lets the browser make a passkey by the host's options. */
export async function registerPasskey(options: unknown): Promise<unknown> {
  const { startRegistration } = await loadWebAuthn();
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }).catch(
    throwPasskeyFailed,
  );
}
