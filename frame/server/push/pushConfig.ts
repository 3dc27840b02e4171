import { EnvironmentError } from '../base/environmentError.ts';
import { createFcmClient, type FcmClient } from './fcmClient.ts';

const REQUIRED_VARIABLES = ['FIREBASE_PROJECT_ID', 'FIREBASE_CLIENT_EMAIL', 'FIREBASE_PRIVATE_KEY'] as const;

/**
 * Creates the client from the FIREBASE_* variables; undefined if none is set. Throws an EnvironmentError if they are
 * incomplete.
 */
export function createConfiguredPush(firebase: Record<string, string>): FcmClient | undefined {
  const missing = REQUIRED_VARIABLES.filter((name) => !firebase[name]);
  if (missing.length === REQUIRED_VARIABLES.length) return undefined;
  if (missing.length > 0) throw new EnvironmentError(`${missing.join(' and ')} must be set too, for push to work.`);
  const [projectId, clientEmail, privateKey] = REQUIRED_VARIABLES.map((name) => firebase[name] as string) as [
    string,
    string,
    string,
  ];
  try {
    return createFcmClient({ projectId, clientEmail, privateKey });
  } catch {
    throw new EnvironmentError('FIREBASE_PRIVATE_KEY must be a private key in PEM (PKCS 8).');
  }
}
