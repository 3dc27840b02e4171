import { EnvironmentError } from '../base/environmentError.ts';
import { createPushSender, type PushSender } from './pushSender.ts';

/** What the service account consists of, as the push service's own key file calls it. */
const REQUIRED_VARIABLES = ['FIREBASE_PROJECT_ID', 'FIREBASE_CLIENT_EMAIL', 'FIREBASE_PRIVATE_KEY'] as const;

/**
 * The sender that the FIREBASE_* variables describe, undefined where none of them is set. Throws a ConfigError where
 * some are missing or the key is none.
 */
export function createConfiguredPush(firebase: Record<string, string>): PushSender | undefined {
  const missing = REQUIRED_VARIABLES.filter((name) => !firebase[name]);
  if (missing.length === REQUIRED_VARIABLES.length) return undefined;
  if (missing.length > 0) throw new EnvironmentError(`${missing.join(' and ')} must be set too, for push to work.`);
  const [projectId, clientEmail, privateKey] = REQUIRED_VARIABLES.map((name) => firebase[name] as string) as [
    string,
    string,
    string,
  ];
  try {
    return createPushSender({ projectId, clientEmail, privateKey });
  } catch {
    throw new EnvironmentError('FIREBASE_PRIVATE_KEY must be a private key in PEM (PKCS 8).');
  }
}
