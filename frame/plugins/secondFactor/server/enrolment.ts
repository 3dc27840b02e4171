import type { FastifyRequest } from 'fastify';
import { getServerTexts, HttpError, type Services } from 'portal-frame/server';
import type { AccountRow, Db } from 'portal-frame/server/database';
import { requirePackages, sealSecret, unsealSecret } from 'portal-frame/server/plugins';
import type { Proof } from '../wire/identityProof.ts';
import type { FactorKind } from '../wire/secondFactorCalls.ts';
import { createPasskeyRegistration, getRelyingParty, PASSKEY_PACKAGES, verifyNewPasskey } from './passkeys.ts';
import { generateRecoveryCodes } from './recoveryCodes.ts';
import { addFactor, findFactors, replaceRecoveryCodes, type UnnamedFactor } from './secondFactorRows.ts';
import { findTimeStep, generateTotp } from './totp.ts';

type EnrolmentConfig = Pick<Services, 'config'>;

/** State of an enrolment, stored in its ticket. */
export interface Enrolment {
  kind?: FactorKind;
  /** Encrypted. */
  secret?: string;
  challenge?: string;
}

const MAX_FACTORS = 20;

/** Starts an enrolment. Returns the data to show and the state to keep until it is verified. */
export async function beginEnrolment(
  { db, config }: EnrolmentConfig & Pick<Services, 'db'>,
  request: FastifyRequest,
  account: AccountRow,
  kind: FactorKind,
) {
  const factors = await findFactors(db, account.id);
  if (factors.length >= MAX_FACTORS) throw new HttpError(409, 'server.tooManyFactors');
  if (kind === 'totp') {
    const totp = generateTotp(account.email, getServerTexts().translate('app.name'));
    const state: Enrolment = { kind, secret: sealSecret(config, account.id, totp.secret) };
    return { shown: { totp }, kept: state };
  }
  requirePackages(...PASSKEY_PACKAGES);
  const party = getRelyingParty(config, request);
  if (!party) throw new HttpError(409, 'server.noPasskeys');
  const passkey = await createPasskeyRegistration(party, account, factors);
  const state: Enrolment = { kind, challenge: passkey.challenge };
  return { shown: { passkey: { ...passkey } }, kept: state };
}

/** Returns the factor that a proof completes; undefined for a wrong proof. */
export async function verifyEnrolment(
  { config }: EnrolmentConfig,
  request: FastifyRequest,
  accountId: string,
  { kind, secret: sealed = '', challenge = '' }: Enrolment,
  { code = '', passkey }: Proof,
): Promise<UnnamedFactor | undefined> {
  if (kind === 'totp') {
    const secret = unsealSecret(config, accountId, sealed);
    const counter = secret ? findTimeStep(secret, code) : undefined;
    return counter === undefined ? undefined : { kind, secret: sealed, counter };
  }
  const party = getRelyingParty(config, request);
  return kind && party && passkey ? verifyNewPasskey(party, challenge, passkey) : undefined;
}

/** Saves a factor. Returns recovery codes for the account's first factor, otherwise null. Call it in a transaction. */
export async function saveFactor(
  db: Db,
  { config }: EnrolmentConfig,
  accountId: string,
  factor: UnnamedFactor,
  name: string | undefined,
): Promise<string[] | null> {
  const [other] = await findFactors(db, accountId);
  await addFactor(db, accountId, { ...factor, name: name || '' });
  return other ? null : renewRecoveryCodes(db, { config }, accountId);
}

/** Replaces the recovery codes and returns the new ones. */
export async function renewRecoveryCodes(db: Db, { config }: EnrolmentConfig, accountId: string): Promise<string[]> {
  const { codes, hashes } = generateRecoveryCodes(config, accountId);
  await replaceRecoveryCodes(db, accountId, hashes);
  return codes;
}
