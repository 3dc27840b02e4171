import type { Configuration } from 'openid-client';
import type { Config } from 'portal-frame/server';
import { isLoopback } from 'portal-frame/server/plugins';

/** Secrets of a sign-in, which the browser keeps until the person comes back. */
export interface OidcAttempt {
  state: string;
  nonce: string;
  verifier: string;
  expiresAt: number;
}

/** A person's claims: those of the ID token, or of the userinfo endpoint. */
export type OidcClaims = Readonly<Record<string, unknown>> & { iss: string; sub: string };

const ATTEMPT_MS = 10 * 60_000;
const TIMEOUT_SECONDS = 10;

/** Creates a client of the identity provider. It is discovered on the first sign-in, since it may start later. */
export function createOidcClient({
  oidcIssuer = '',
  oidcClientId = '',
  oidcClientSecret = '',
  oidcRoleClaim = '',
}: Config) {
  let found: Promise<Configuration> | undefined;
  const discover = async () => {
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await import('openid-client');
    const issuer = new URL(oidcIssuer);
    const options = {
      timeout: TIMEOUT_SECONDS,
      // Checks signatures of ID tokens, too.
      execute: [enableNonRepudiationChecks, ...(isLoopback(issuer.hostname) ? [allowInsecureRequests] : [])],
    };
    return discovery(issuer, oidcClientId, oidcClientSecret, undefined, options);
  };
  const getConfiguration = () => {
    found ??= discover().catch((cause: unknown) => {
      found = undefined;
      throw cause;
    });
    return found;
  };
  return {
    /** Begins a sign-in. Returns the address of the identity provider, and what the browser keeps until it comes back. */
    async begin(redirectUri: string): Promise<{ url: URL; attempt: OidcAttempt }> {
      const client = await import('openid-client');
      const configuration = await getConfiguration();
      const [state, nonce, verifier] = [client.randomState(), client.randomNonce(), client.randomPKCECodeVerifier()];
      const url = client.buildAuthorizationUrl(configuration, {
        ...{ redirect_uri: redirectUri, scope: 'openid email profile', state, nonce },
        ...{ code_challenge: await client.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
      });
      return { url, attempt: { state, nonce, verifier, expiresAt: Date.now() + ATTEMPT_MS } };
    },
    /** Checks the reply of the identity provider and returns the person's claims. Throws if anything does not fit. */
    async finish(address: URL, { state, nonce, verifier }: OidcAttempt): Promise<OidcClaims> {
      const { authorizationCodeGrant, fetchUserInfo } = await import('openid-client');
      const configuration = await getConfiguration();
      const tokens = await authorizationCodeGrant(configuration, address, {
        ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The identity provider sent no ID token.');
      // All from one source: a verified address of one would vouch for the other's, and roles of one for its person.
      const isComplete = ['email', 'email_verified', oidcRoleClaim].some((name) => claims[name] !== undefined);
      if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return claims;
      const { iss, sub } = claims;
      return { ...(await fetchUserInfo(configuration, tokens.access_token, sub)), iss, sub };
    },
  };
}
