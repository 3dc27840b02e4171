import { isIP } from 'node:net';
import type { AuthenticatorTransport } from '@simplewebauthn/server';
import type { FastifyRequest } from 'fastify';
import { type Config, EnvironmentError, getServerTexts } from 'portal-frame/server';
import type { AccountRow, Db } from 'portal-frame/server/database';
import { areInstalled, describeMissing } from 'portal-frame/server/plugins';
import { getPublicOrigin } from 'portal-frame/server/routes';
import type { Credential } from '../wire/identityProof.ts';
import type { FactorRow } from './factorTables.ts';
import type { UnnamedFactor } from './secondFactorRows.ts';

/** Loaded with the first passkey, because it is large. */
const loadWebAuthn = () => import('@simplewebauthn/server');

/** The browser's part is needed as well, so both are installed or neither. */
export const PASSKEY_PACKAGES = ['@simplewebauthn/browser', '@simplewebauthn/server'] as const;

/** COSE numbers of EdDSA, ES256 and RS256. The library's default adds ML-DSA, which is experimental in Node. */
const ALGORITHMS = [-8, -7, -257];

/** WebAuthn's relying party: the portal at its address. */
export interface RelyingParty {
  id: string;
  origins: string[];
}

/** Returns the host that passkeys belong to; undefined without packages or public address, or if that is an IP address. */
export function getRelyingParty(
  config: Pick<Config, 'publicUrl' | 'corsOrigins'>,
  request: FastifyRequest,
): RelyingParty | undefined {
  const address = getPublicOrigin(config, request);
  if (!address || !areInstalled(...PASSKEY_PACKAGES)) return undefined;
  const { hostname, origin } = new URL(address);
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return undefined;
  return { id: hostname, origins: [origin, ...config.corsOrigins] };
}

const toCredentialDescriptors = (factors: readonly FactorRow[]) =>
  factors.flatMap(({ kind, credential, transports }) =>
    kind === 'passkey' && credential
      ? [{ id: credential, transports: transports.split(' ').filter(Boolean) as AuthenticatorTransport[] }]
      : [],
  );

/** Creates the browser options to sign with a passkey. Keep the challenge in them for `verifyPasskey`. */
export async function createPasskeyRequest(party: RelyingParty, factors: readonly FactorRow[]) {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  return generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: toCredentialDescriptors(factors),
    userVerification: 'preferred',
  });
}

/** Creates the browser options to register a new passkey. Keep the challenge in them for `verifyNewPasskey`. */
export async function createPasskeyRegistration(
  party: RelyingParty,
  account: AccountRow,
  factors: readonly FactorRow[],
) {
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpName: getServerTexts().translate('app.name'),
    rpID: party.id,
    userID: new TextEncoder().encode(account.id),
    userName: account.email,
    userDisplayName: account.full_name,
    attestationType: 'none',
    excludeCredentials: toCredentialDescriptors(factors),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
}

const createExpectedResponse = (party: RelyingParty, challenge: string, answer: Credential) => ({
  response: answer as never,
  expectedChallenge: challenge,
  expectedOrigin: party.origins,
  expectedRPID: party.id,
  requireUserVerification: false,
});

/** Returns the new signature count; undefined if the answer does not match the passkey and challenge. */
export async function verifyPasskey(
  party: RelyingParty,
  factor: FactorRow,
  challenge: string,
  answer: Credential,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const checked = await verifyAuthenticationResponse({
    ...createExpectedResponse(party, challenge, answer),
    credential: {
      id: factor.credential ?? '',
      publicKey: new Uint8Array(Buffer.from(factor.secret, 'base64url')),
      counter: factor.counter,
    },
  }).catch(() => null);
  return checked?.verified ? checked.authenticationInfo.newCounter : undefined;
}

/** Returns the factor of a new passkey; undefined if it does not answer the challenge. */
export async function verifyNewPasskey(
  party: RelyingParty,
  challenge: string,
  answer: Credential,
): Promise<UnnamedFactor | undefined> {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const toCheck = { ...createExpectedResponse(party, challenge, answer), supportedAlgorithmIDs: ALGORITHMS };
  const checked = await verifyRegistrationResponse(toCheck).catch(() => null);
  if (!checked?.verified) return undefined;
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  return {
    kind: 'passkey',
    secret: Buffer.from(publicKey).toString('base64url'),
    credential: id,
    counter,
    transports: answer.response.transports ?? [],
  };
}

/** Throws an EnvironmentError if accounts have passkeys, but the packages are missing: nobody could sign in with them. */
export async function refuseUselessPasskeys(db: Db): Promise<void> {
  const command = describeMissing(...PASSKEY_PACKAGES);
  if (!command) return;
  const found = await db.selectFrom('factors').select('id').where('kind', '=', 'passkey').limit(1).executeTakeFirst();
  if (found) throw new EnvironmentError(`Accounts have passkeys, which need packages that are missing: ${command}`);
}
