import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { EnvironmentError } from '../../server/base/environmentError.ts';
import { createConfiguredPush } from '../../server/push/pushConfig.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const complete = {
  FIREBASE_PROJECT_ID: 'portal',
  FIREBASE_CLIENT_EMAIL: 'push@portal.example.test',
  FIREBASE_PRIVATE_KEY: pem,
};

describe('push settings in the environment', () => {
  it('accept a complete service account, its key on one line or on many', () => {
    expect(createConfiguredPush(complete)).toBeDefined();
    expect(createConfiguredPush({ ...complete, FIREBASE_PRIVATE_KEY: pem.replaceAll('\n', '\\n') })).toBeDefined();
  });

  it('turn push off without a service account', () => {
    expect(createConfiguredPush({})).toBeUndefined();
    expect(createConfiguredPush({ FIREBASE_SOMETHING_ELSE: 'x' })).toBeUndefined();
  });

  it('stop the start if some are missing, and name them', () => {
    expect(() => createConfiguredPush({ FIREBASE_PROJECT_ID: 'portal' })).toThrow(
      new EnvironmentError('FIREBASE_CLIENT_EMAIL and FIREBASE_PRIVATE_KEY must be set too, for push to work.'),
    );
    expect(() => createConfiguredPush({ ...complete, FIREBASE_PRIVATE_KEY: '' })).toThrow(
      /^FIREBASE_PRIVATE_KEY must be set/,
    );
  });

  it('stop the start if the key is invalid, without printing it', () => {
    const attempt = () => createConfiguredPush({ ...complete, FIREBASE_PRIVATE_KEY: 'hunter2' });
    expect(attempt).toThrow(EnvironmentError);
    expect(attempt).not.toThrow(/hunter2/);
  });
});
