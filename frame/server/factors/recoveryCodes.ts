import { createHmac, hkdfSync, randomInt } from 'node:crypto';
import type { Config } from '../config.ts';

const CODE_COUNT = 10;
/** So long that a plain hash keeps them, as nobody tries out so many. */
const CODE_LENGTH = 24;
/** Without letters that look like others. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';

const generateCode = () => Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** A code as it is kept, however it was typed. */
export function hashRecoveryCode(
  { tokenSecret }: Pick<Config, 'tokenSecret'>,
  accountId: string,
  code: string,
): string {
  const key = Buffer.from(hkdfSync('sha256', tokenSecret, '', 'recovery codes', 32));
  const plain = code.toLowerCase().replace(/[^a-z\d]/g, '');
  return createHmac('sha256', key).update(`${accountId} ${plain}`).digest('base64url');
}

/** Ten codes of 118 random bits each, as the person sees them (this once), and as they are kept. */
export function generateRecoveryCodes(config: Pick<Config, 'tokenSecret'>, accountId: string) {
  const codes = Array.from({ length: CODE_COUNT }, generateCode);
  return {
    codes: codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-')),
    hashes: codes.map((code) => hashRecoveryCode(config, accountId, code)),
  };
}
