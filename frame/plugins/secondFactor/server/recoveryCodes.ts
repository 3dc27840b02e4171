import { randomInt } from 'node:crypto';
import type { Config } from 'portal-frame/server';
import { deriveKey, signText } from 'portal-frame/server/routes';

const CODE_COUNT = 10;
/** Long enough for a plain hash: nobody can try all codes. */
const CODE_LENGTH = 24;
/** Without letters that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

const generateCode = () => Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Hashes a code; ignores case and separators. */
export function hashRecoveryCode(config: Pick<Config, 'tokenSecret'>, accountId: string, code: string): string {
  const plain = code.toLowerCase().replace(/[^a-z\d]/g, '');
  return signText(deriveKey(config, 'recovery codes'), `${accountId} ${plain}`);
}

/** Generates ten codes of 118 random bits each: to show once, and their hashes. */
export function generateRecoveryCodes(config: Pick<Config, 'tokenSecret'>, accountId: string) {
  const codes = Array.from({ length: CODE_COUNT }, generateCode);
  return {
    codes: codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-')),
    hashes: codes.map((code) => hashRecoveryCode(config, accountId, code)),
  };
}
