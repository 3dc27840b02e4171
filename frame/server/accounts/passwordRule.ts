import { ROLES } from '../../wire/call.ts';
import { requiredMessage } from '../../wire/rules.ts';
import { HttpError } from '../base/httpError.ts';
import { getServerTexts } from '../base/serverTexts.ts';
import type { Config } from '../config.ts';
import { normalizeKey } from './accountRows.ts';
import { hashPassword } from './passwordHash.ts';

/** Characters of a password, at least. The most stands in the calls' declarations. */
const MIN_LENGTH = 8;

/** The person a password is for. */
interface Owner {
  email: string;
  username: string;
}

let passwordSet: Promise<Set<string>> | undefined;

/** The most used passwords that are long enough, in small letters; read from the package with the first question. */
const loadCommonPasswords = () => {
  passwordSet ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String).filter((one) => one.length >= MIN_LENGTH)),
  );
  return passwordSet;
};

/** As it is compared: whatever its case, without blanks. */
const normalizePassword = (text: string) => normalizeKey(text).replace(/\s+/g, '');

/** Letters alone. */
const keepLetters = (text: string) => normalizePassword(text).replace(/[^\p{L}]/gu, '');

/** What everybody tries first for this person: these words, as they are. */
const getObviousWords = ({ email, username }: Owner) =>
  [email, ...email.split('@'), username, getAppName()].map(normalizePassword);
const getAppName = () => getServerTexts().translate('app.name');

/** Whether it is one of these words, or made of them and of the portal's own (docs/security.md), digits and signs alone. */
function isObvious(password: string, owner: Owner): boolean {
  if (getObviousWords(owner).includes(normalizePassword(password))) return true;
  const words = [...getObviousWords(owner), ...getAppName().split(' '), ...ROLES].map(keepLetters).filter(Boolean);
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  const left = longestFirst.reduce((text, word) => text.replaceAll(word, ''), keepLetters(password));
  return left === '' && keepLetters(password) !== '';
}

/** The reason (i18n key) why a password must not be set, or undefined. */
async function findBrokenRule(password: string, owner: Owner, field: string): Promise<string | undefined> {
  if (password.trim() === '') return requiredMessage(field);
  if ([...password].length < MIN_LENGTH) return 'validation.password';
  const plain = normalizePassword(password);
  if (isObvious(password, owner)) return 'server.obviousPassword';
  const repeated = new Set(plain).size === 1;
  return repeated || (await loadCommonPasswords()).has(plain) ? 'server.commonPassword' : undefined;
}

/**
 * The one rule for every password that is set, and its hash. Refuses (400, at `field`) what is blank, shorter than 8
 * characters, among the most used ones, or made of the person's own e-mail or username or of the portal's words.
 */
export async function hashNewPassword(
  password: string,
  owner: Owner,
  config: Pick<Config, 'argonMemoryKib'>,
  field: string,
): Promise<string> {
  const broken = await findBrokenRule(password, owner, field);
  if (broken) throw HttpError.forField(field, 400, broken);
  return hashPassword(password, config);
}
