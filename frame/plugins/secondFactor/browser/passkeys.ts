import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import { RequestError, translate } from 'portal-frame/browser';

const loadWebAuthn = () => import('@simplewebauthn/browser');

/** The user closed the browser's dialog, or has no such passkey. */
const throwPasskeyFailed = () => {
  throw new RequestError(translate('secondFactor.passkeyFailed'), 0);
};

/** Asks the browser for a passkey. Returns the credential for the host. */
export async function authenticateWithPasskey(options: unknown): Promise<unknown> {
  const { startAuthentication } = await loadWebAuthn();
  return startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }).catch(
    throwPasskeyFailed,
  );
}

/** Creates a passkey in the browser. Returns the credential for the host. */
export async function registerPasskey(options: unknown): Promise<unknown> {
  const { startRegistration } = await loadWebAuthn();
  return startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }).catch(
    throwPasskeyFailed,
  );
}
