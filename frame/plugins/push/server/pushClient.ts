import type { Config } from 'portal-frame/server';
import { z } from 'zod';
import { createFcmClient, type FcmClient } from './fcmClient.ts';

declare module 'portal-frame/server' {
  interface AppConfig {
    /** Service account of Firebase: all three or none. */
    firebaseProjectId?: string | undefined;
    firebaseClientEmail?: string | undefined;
    firebasePrivateKey?: string | undefined;
  }
}

const clients = new WeakMap<Config, FcmClient>();

/** Uses another client of the push service. */
export const setPushClient = (config: Config, client: FcmClient): void => void clients.set(config, client);

/** Returns the client of the push service; undefined if push is off. */
export function getPushClient(config: Config): FcmClient | undefined {
  const found = clients.get(config);
  const { firebaseProjectId: projectId, firebaseClientEmail: clientEmail, firebasePrivateKey: privateKey } = config;
  if (found || !projectId || !clientEmail || !privateKey) return found;
  const client = createFcmClient({ projectId, clientEmail, privateKey });
  setPushClient(config, client);
  return client;
}

const text = z.string().optional();
const variables = z.object({
  FIREBASE_PROJECT_ID: text,
  FIREBASE_CLIENT_EMAIL: text,
  FIREBASE_PRIVATE_KEY: text,
});

export const pushSettings = variables.superRefine((values, context) => {
  const names = Object.keys(variables.shape) as (keyof typeof values)[];
  const missing = names.filter((name) => !values[name]);
  if (missing.length === names.length) return;
  const refuse = (name: string, message: string) => context.addIssue({ code: 'custom', path: [name], message });
  for (const name of missing) refuse(name, 'set too, for push to work');
  if (missing.length > 0) return;
  const {
    FIREBASE_PROJECT_ID: projectId,
    FIREBASE_CLIENT_EMAIL: clientEmail,
    FIREBASE_PRIVATE_KEY: privateKey,
  } = values;
  try {
    createFcmClient({ projectId, clientEmail, privateKey } as Parameters<typeof createFcmClient>[0]);
  } catch {
    refuse('FIREBASE_PRIVATE_KEY', 'a private key in PEM (PKCS 8)');
  }
});
