import { generateKeyPairSync } from 'node:crypto';
import { EnvironmentError, readVariables } from 'portal-frame/server';
import { describe, expect, it } from 'vitest';
import { pushSettings } from '../../server/pushClient.ts';

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const complete = {
  FIREBASE_PROJECT_ID: 'portal',
  FIREBASE_CLIENT_EMAIL: 'push@portal.example.test',
  FIREBASE_PRIVATE_KEY: pem,
};
const read = (env: Record<string, string>) => readVariables(pushSettings, env);

describe('push settings in the environment', () => {
  it('accept a complete service account, its key on one line or on many', () => {
    expect(read(complete)).toEqual(complete);
    const onOneLine = { ...complete, FIREBASE_PRIVATE_KEY: pem.replaceAll('\n', '\\n') };
    expect(read(onOneLine)).toEqual(onOneLine);
  });

  it('turn push off without a service account', () => {
    expect(read({})).toEqual({});
    expect(read({ FIREBASE_SOMETHING_ELSE: 'x' })).toEqual({});
  });

  it('stop the start if some are missing, and name one', () => {
    expect(() => read({ FIREBASE_PROJECT_ID: 'portal' })).toThrow(
      new EnvironmentError('FIREBASE_CLIENT_EMAIL must be set too, for push to work.'),
    );
    expect(() => read({ ...complete, FIREBASE_PRIVATE_KEY: '' })).toThrow(/^FIREBASE_PRIVATE_KEY must be set/);
  });

  it('stop the start if the key is invalid, without printing it', () => {
    const attempt = () => read({ ...complete, FIREBASE_PRIVATE_KEY: 'hunter2' });
    expect(attempt).toThrow(EnvironmentError);
    expect(attempt).not.toThrow(/hunter2/);
  });
});
