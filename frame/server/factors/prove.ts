import type { FastifyRequest } from 'fastify';
import type { Proof, ProofKind } from '../../wire/secondFactor.ts';
import { countUse, factorsOf, spendRecoveryCode } from '../accounts/secondFactorRows.ts';
import type { FactorRow } from '../db/signInTables.ts';
import type { Services } from '../services.ts';
import { askPasskey, checkPasskey, partyOf } from './passkeys.ts';
import { recoveryHash } from './recovery.ts';
import { lastStep, openSecret, stepOf } from './totp.ts';

type Needed = Pick<Services, 'db' | 'config'>;

/** What a person with these factors is asked for; `challenge` is what a passkey has to sign. */
export async function askedOf({ config }: Needed, request: FastifyRequest, factors: readonly FactorRow[]) {
  const party = partyOf(config, request);
  const has = (kind: FactorRow['kind']) => factors.some((one) => one.kind === kind);
  const passkey = party && has('passkey') ? await askPasskey(party, factors) : undefined;
  const methods: ProofKind[] = [
    ...(passkey ? ['passkey' as const] : []),
    ...(has('totp') ? ['totp' as const] : []),
    'recovery',
  ];
  return { methods, passkey: passkey && { ...passkey }, challenge: passkey?.challenge };
}

/** The kind of proof that was right; undefined where none was. A proof counts once: each use of it is kept. */
export async function prove(
  services: Needed,
  request: FastifyRequest,
  accountId: string,
  { code, recovery, passkey }: Proof,
  challenge?: string,
): Promise<ProofKind | undefined> {
  const { db, config } = services;
  if (recovery)
    return (await spendRecoveryCode(db, accountId, recoveryHash(config, accountId, recovery))) ? 'recovery' : undefined;
  const factors = await factorsOf(db, accountId);
  if (passkey) {
    const party = partyOf(config, request);
    const factor = factors.find((one) => one.kind === 'passkey' && one.credential === passkey.id);
    if (!party || !factor || !challenge) return undefined;
    const counter = await checkPasskey(party, factor, challenge, passkey);
    return counter !== undefined && (await countUse(db, factor.id, counter)) ? 'passkey' : undefined;
  }
  for (const factor of factors) {
    const secret = factor.kind === 'totp' && code ? openSecret(config, accountId, factor.secret) : undefined;
    const step = secret && code ? stepOf(secret, code) : undefined;
    if (step !== undefined && (await countUse(db, factor.id, step, lastStep()))) return 'totp';
  }
  return undefined;
}
