import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ConfigError } from '../../server/base/configError.ts';
import { configuredPush } from '../../server/push/configured.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const complete = {
  FIREBASE_PROJECT_ID: 'portal',
  FIREBASE_CLIENT_EMAIL: 'push@portal.example.test',
  FIREBASE_PRIVATE_KEY: pem,
};

describe('push from the environment', () => {
  it('is there with a complete service account, its key on one line or on many', () => {
    expect(configuredPush(complete)).toBeDefined();
    expect(configuredPush({ ...complete, FIREBASE_PRIVATE_KEY: pem.replaceAll('\n', '\\n') })).toBeDefined();
  });

  it('is off without one', () => {
    expect(configuredPush({})).toBeUndefined();
    expect(configuredPush({ FIREBASE_SOMETHING_ELSE: 'x' })).toBeUndefined();
  });

  it('stops the start where half of it is missing, and names what', () => {
    expect(() => configuredPush({ FIREBASE_PROJECT_ID: 'portal' })).toThrow(
      new ConfigError('FIREBASE_CLIENT_EMAIL and FIREBASE_PRIVATE_KEY must be set too, for push to work.'),
    );
    expect(() => configuredPush({ ...complete, FIREBASE_PRIVATE_KEY: '' })).toThrow(
      /^FIREBASE_PRIVATE_KEY must be set/,
    );
  });

  it('stops the start where the key is none, without naming it', () => {
    const attempt = () => configuredPush({ ...complete, FIREBASE_PRIVATE_KEY: 'hunter2' });
    expect(attempt).toThrow(ConfigError);
    expect(attempt).not.toThrow(/hunter2/);
  });
});
