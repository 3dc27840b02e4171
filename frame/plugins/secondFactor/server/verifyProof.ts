import type { FastifyRequest } from 'fastify';
import type { Services } from 'portal-frame/server';
import { unsealSecret } from 'portal-frame/server/plugins';
import type { Proof, ProofKind } from '../wire/identityProof.ts';
import type { FactorRow } from './factorTables.ts';
import { createPasskeyRequest, getRelyingParty, verifyPasskey } from './passkeys.ts';
import { hashRecoveryCode } from './recoveryCodes.ts';
import { consumeRecoveryCode, findFactors, recordFactorUse } from './secondFactorRows.ts';
import { findTimeStep, getLastTimeStep } from './totp.ts';

type ProofServices = Pick<Services, 'db' | 'config'>;

/** Returns the kinds of proof that these factors allow, and a request to a passkey. verifyProof needs its `challenge`. */
export async function createProofRequest(
  { config }: ProofServices,
  request: FastifyRequest,
  factors: readonly FactorRow[],
) {
  const party = getRelyingParty(config, request);
  const has = (kind: FactorRow['kind']) => factors.some((one) => one.kind === kind);
  const passkey = party && has('passkey') ? await createPasskeyRequest(party, factors) : undefined;
  const methods: ProofKind[] = [
    ...(passkey ? ['passkey' as const] : []),
    ...(has('totp') ? ['totp' as const] : []),
    'recovery',
  ];
  return { methods, passkey: passkey && { ...passkey }, challenge: passkey?.challenge };
}

/** Returns the kind of a valid proof, otherwise undefined. Each proof works only once. */
export async function verifyProof(
  { db, config }: ProofServices,
  request: FastifyRequest,
  accountId: string,
  { code, recovery, passkey }: Proof,
  challenge?: string,
): Promise<ProofKind | undefined> {
  if (recovery) {
    const hash = hashRecoveryCode(config, accountId, recovery);
    return (await consumeRecoveryCode(db, accountId, hash)) ? 'recovery' : undefined;
  }
  const factors = await findFactors(db, accountId);
  if (passkey) {
    const party = getRelyingParty(config, request);
    const factor = factors.find((one) => one.kind === 'passkey' && one.credential === passkey.id);
    if (!party || !factor || !challenge) return undefined;
    const counter = await verifyPasskey(party, factor, challenge, passkey);
    return counter !== undefined && (await recordFactorUse(db, factor.id, counter)) ? 'passkey' : undefined;
  }
  for (const factor of factors) {
    const secret = factor.kind === 'totp' && code ? unsealSecret(config, accountId, factor.secret) : undefined;
    const step = secret && code ? findTimeStep(secret, code) : undefined;
    if (step !== undefined && (await recordFactorUse(db, factor.id, step, getLastTimeStep()))) return 'totp';
  }
  return undefined;
}
