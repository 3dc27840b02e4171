import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { HttpError, type Services } from 'portal-frame/server';
import { countAttempt } from 'portal-frame/server/accounts';
import { createNetworkLimits, createSecret, isSameSecret } from 'portal-frame/server/plugins';
import { deriveKey, signText } from 'portal-frame/server/routes';

/** A field that people do not see. Programs fill it in. No field of a config begins like that. */
export const TRAP_FIELD = '_website';
export const TOKEN_FIELD = '_token';
export const PROOF_FIELD = '_proof';

const MIN_AGE_MS = 3000;
const MAX_AGE_MS = 2 * 3_600_000;
/** Leading zero bits of the proof: tens of thousands of hashes, a second or two on a phone. */
export const PROOF_BITS = 14;
/** Forms that a network may send before each further one must wait. */
const FREE_FORMS = 20;

type Config = Services['config'];
const sign = (config: Config, payload: string) => signText(deriveKey(config, 'public forms'), payload);

/** Creates the token of one form on one page. */
export function createFormToken(config: Config, path: string, now = Date.now()): string {
  const payload = `${now.toString(36)}.${createSecret().slice(0, 22)}`;
  return `${payload}.${sign(config, `${path} ${payload}`)}`;
}

/** True if the number proves that the sender has spent time on this token. */
export function isProof(token: string, proof: string): boolean {
  if (!/^\d{1,12}$/.test(proof)) return false;
  return Number.parseInt(hash('sha256', `${token}:${proof}`, 'hex').slice(0, 8), 16) >>> (32 - PROOF_BITS) === 0;
}

/**
 * Throws an HttpError (400) unless a person seems to have filled in the form. Its token must be ours, neither too young
 * nor too old, unused, and have a proof of work. Throws 429 beyond the limit of the network.
 */
export async function refuseSpam(
  { config, db }: Services,
  request: FastifyRequest,
  path: string,
  fields: Readonly<Record<string, string>>,
  now = Date.now(),
): Promise<void> {
  const { [TOKEN_FIELD]: token = '', [PROOF_FIELD]: proof = '' } = fields;
  const [issued = '', nonce = '', signature = ''] = token.split('.');
  const age = now - Number.parseInt(issued, 36);
  if (!isSameSecret(signature, sign(config, `${path} ${issued}.${nonce}`)) || !(age <= MAX_AGE_MS && age >= 0))
    throw new HttpError(400, 'public.tooOld');
  if (age < MIN_AGE_MS) throw new HttpError(400, 'public.tooFast');
  if (!isProof(token, proof)) throw new HttpError(400, 'public.noProof');
  await countAttempt(db, createNetworkLimits('public form', request, FREE_FORMS));
  const once = { freeAttempts: 1, firstWaitMs: MAX_AGE_MS, maxWaitMs: MAX_AGE_MS, retentionMs: MAX_AGE_MS };
  await countAttempt(db, [{ key: `public form ${nonce}`, ...once }]).catch((cause: unknown) => {
    throw cause instanceof HttpError ? new HttpError(400, 'public.usedForm') : cause;
  });
}

/** Script of public forms: finds the proof of each form while people fill it in, and sends a form once. */
export const FORM_SCRIPT = `'use strict';
for (const form of document.querySelectorAll('form[data-proof]')) {
  const token = form.elements.namedItem('${TOKEN_FIELD}').value;
  const bits = Number(form.dataset.proof);
  const find = async () => {
    const encoder = new TextEncoder();
    for (let number = 0; ; number++) {
      const digest = await crypto.subtle.digest('SHA-256', encoder.encode(token + ':' + number));
      if (new DataView(digest).getUint32(0) >>> (32 - bits) === 0) return String(number);
    }
  };
  const proof = find();
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = form.querySelector('button');
    if (button.disabled) return;
    button.disabled = true;
    form.elements.namedItem('${PROOF_FIELD}').value = await proof;
    form.submit();
  });
}
`;
