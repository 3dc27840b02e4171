import { requiredMessage } from '../../wire/validationRules.ts';
import { HttpError } from '../base/httpError.ts';
import { getServerTexts } from '../base/serverTexts.ts';
import type { Config } from '../config.ts';
import { normalizeKey } from './accountRows.ts';
import { hashPassword } from './passwordHash.ts';

/** Minimum number of characters. The calls declare the maximum. */
const MIN_LENGTH = 8;

interface Owner {
  email: string;
  username: string;
}

let passwordSet: Promise<Set<string>> | undefined;

/** Loads the most common passwords of sufficient length on first use. */
const loadCommonPasswords = () => {
  passwordSet ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String).filter((one) => one.length >= MIN_LENGTH)),
  );
  return passwordSet;
};

const normalizePassword = (text: string) => normalizeKey(text).replace(/\s+/g, '');

const keepLetters = (text: string) => normalizePassword(text).replace(/[^\p{L}]/gu, '');

/** Words that an attacker tries first for this person. */
const getObviousWords = ({ email, username }: Owner) =>
  [email, ...email.split('@'), username, getAppName()].map(normalizePassword);
const getAppName = () => getServerTexts().translate('app.name');

/** True if a password consists of the owner's words, the portal's words, digits and signs (docs/security.md). */
function isObvious(password: string, owner: Owner, roles: readonly string[]): boolean {
  if (getObviousWords(owner).includes(normalizePassword(password))) return true;
  const words = [...getObviousWords(owner), ...getAppName().split(' '), ...roles].map(keepLetters).filter(Boolean);
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  const left = longestFirst.reduce((text, word) => text.replaceAll(word, ''), keepLetters(password));
  return left === '' && keepLetters(password) !== '';
}

/** Returns the i18n key of the broken rule, or undefined. */
async function findBrokenRule(
  password: string,
  owner: Owner,
  field: string,
  roles: readonly string[],
): Promise<string | undefined> {
  if (password.trim() === '') return requiredMessage(field);
  if ([...password].length < MIN_LENGTH) return 'validation.password';
  const plain = normalizePassword(password);
  if (isObvious(password, owner, roles)) return 'server.obviousPassword';
  const repeated = new Set(plain).size === 1;
  return repeated || (await loadCommonPasswords()).has(plain) ? 'server.commonPassword' : undefined;
}

/** Checks a new password and returns its hash, or `hash` if it is given. Throws an HttpError (400, at `field`) if it is easy to guess. */
export async function hashNewPassword(
  password: string,
  owner: Owner,
  config: Pick<Config, 'app' | 'argonMemoryKib'>,
  field: string,
  hash?: string,
): Promise<string> {
  const broken = await findBrokenRule(password, owner, field, config.app.roles.names);
  if (broken) throw HttpError.forField(field, 400, broken);
  return hash ?? hashPassword(password, config);
}
