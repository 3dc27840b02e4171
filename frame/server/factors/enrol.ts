import type { FastifyRequest } from 'fastify';
import type { FactorKind, Proof } from '../../wire/secondFactor.ts';
import { addFactor, factorsOf, type NewFactor, setRecoveryCodes } from '../accounts/secondFactorRows.ts';
import { Refusal } from '../base/refusal.ts';
import { translateServer } from '../base/texts.ts';
import type { AccountRow, Db } from '../db/databaseSchema.ts';
import type { Services } from '../services.ts';
import { askNewPasskey, partyOf, readNewPasskey } from './passkeys.ts';
import { newRecoveryCodes } from './recovery.ts';
import { newTotp, openSecret, sealSecret, stepOf } from './totp.ts';

type Needed = Pick<Services, 'db' | 'config'>;

/** What a ticket keeps of a factor that is being made. */
export interface Enrolment {
  kind?: FactorKind;
  /** Sealed. */
  secret?: string;
  challenge?: string;
}

/** Factors that one account may have. */
const MOST = 20;

/** Begins a factor: what the person is shown, and what is to be kept until they prove that they have it. */
export async function beginEnrolment(
  { db, config }: Needed,
  request: FastifyRequest,
  account: AccountRow,
  kind: FactorKind,
) {
  const factors = await factorsOf(db, account.id);
  if (factors.length >= MOST) throw new Refusal(409, 'server.tooManyFactors');
  if (kind === 'totp') {
    const totp = newTotp(account.email, translateServer().translate('app.name'));
    const kept: Enrolment = { kind, secret: sealSecret(config, account.id, totp.secret) };
    return { shown: { totp }, kept };
  }
  const party = partyOf(config, request);
  if (!party) throw new Refusal(409, 'server.noPasskeys');
  const passkey = await askNewPasskey(party, account, factors);
  const kept: Enrolment = { kind, challenge: passkey.challenge };
  return { shown: { passkey: { ...passkey } }, kept };
}

/** The factor that a proof completes; undefined where it proves nothing. */
export async function readEnrolment(
  { config }: Pick<Needed, 'config'>,
  request: FastifyRequest,
  accountId: string,
  { kind, secret: sealed = '', challenge = '' }: Enrolment,
  { code = '', passkey }: Proof,
): Promise<Omit<NewFactor, 'name'> | undefined> {
  if (kind === 'totp') {
    const secret = openSecret(config, accountId, sealed);
    const step = secret && stepOf(secret, code);
    return step === undefined || step === '' ? undefined : { kind, secret: sealed, counter: step };
  }
  const party = partyOf(config, request);
  return kind && party && passkey ? readNewPasskey(party, challenge, passkey) : undefined;
}

/** Keeps a factor; gives the recovery codes that come with an account's first, else null. Call it in a transaction. */
export async function keepFactor(
  db: Db,
  { config }: Pick<Needed, 'config'>,
  accountId: string,
  factor: Omit<NewFactor, 'name'>,
  name: string | undefined,
): Promise<string[] | null> {
  const [other] = await factorsOf(db, accountId);
  await addFactor(db, accountId, { ...factor, name: name || '' });
  return other ? null : renewRecoveryCodes(db, { config }, accountId);
}

/** New recovery codes in place of those before. */
export async function renewRecoveryCodes(
  db: Db,
  { config }: Pick<Needed, 'config'>,
  accountId: string,
): Promise<string[]> {
  const { codes, hashes } = newRecoveryCodes(config, accountId);
  await setRecoveryCodes(db, accountId, hashes);
  return codes;
}
