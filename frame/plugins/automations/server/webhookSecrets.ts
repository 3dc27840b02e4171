import { randomBytes } from 'node:crypto';
import type { Config } from 'portal-frame/server';
import { createCodedError, sealSecret, unsealSecret } from 'portal-frame/server/plugins';
import type { WebhookRow } from './eventTables.ts';

/** The former secret signs this long after a rotation. */
const OVERLAP_MS = 24 * 3_600_000;

interface SealedSecret {
  sealed: string;
  /** End of its use (ms since 1970); none for the current one. */
  until?: number;
}
type SecretConfig = Pick<Config, 'tokenSecret'>;

/** Creates a secret in the format of Standard Webhooks. */
export const createWebhookSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/** Seals the secret of a new webhook. */
export const sealSecrets = (config: SecretConfig, webhookId: string, secret: string): string =>
  JSON.stringify([{ sealed: sealSecret(config, webhookId, secret) }] satisfies SealedSecret[]);

/** Adds a secret. The one before it signs for a day more, all others no longer. */
export function rotateSecrets(config: SecretConfig, { id, secrets }: WebhookRow, secret: string): string {
  const former = (JSON.parse(secrets) as SealedSecret[]).find(({ until }) => until === undefined);
  const kept = former ? [{ ...former, until: Date.now() + OVERLAP_MS }] : [];
  return JSON.stringify([{ sealed: sealSecret(config, id, secret) }, ...kept] satisfies SealedSecret[]);
}

/** Returns the secrets that sign now. Throws if TOKEN_SECRET is another one than when they were created. */
export function listCurrentSecrets(config: SecretConfig, { id, secrets }: WebhookRow): string[] {
  const current = (JSON.parse(secrets) as SealedSecret[]).filter(({ until }) => !until || until > Date.now());
  return current.map(({ sealed }) => {
    const secret = unsealSecret(config, id, sealed);
    if (!secret) throw createCodedError('WEBHOOK_SECRET_UNREADABLE');
    return secret;
  });
}
