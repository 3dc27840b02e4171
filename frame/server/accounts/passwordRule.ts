import { ROLES } from '../../wire/call.ts';
import { missing } from '../../wire/rules.ts';
import { Refusal } from '../base/refusal.ts';
import { translateServer } from '../base/texts.ts';
import type { Config } from '../config.ts';
import { keyOf } from './accountRows.ts';
import { hashPassword } from './passwordHash.ts';

/** Characters of a password, at least. The most stands in the calls' declarations. */
const LEAST = 8;

/** The person a password is for. */
interface Owner {
  email: string;
  username: string;
}

let common: Promise<Set<string>> | undefined;

/** The most used passwords that are long enough, in small letters; read from the package with the first question. */
const commonPasswords = () => {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'].map(String).filter((one) => one.length >= LEAST)),
  );
  return common;
};

/** As it is compared: whatever its case, without blanks. */
const squeezed = (text: string) => keyOf(text).replace(/\s+/g, '');

/** Letters alone. */
const lettersOf = (text: string) => squeezed(text).replace(/[^\p{L}]/gu, '');

/** What everybody tries first for this person: these words, as they are. */
const obvious = ({ email, username }: Owner) => [email, ...email.split('@'), username, appName()].map(squeezed);
const appName = () => translateServer().translate('app.name');

/** Whether it is one of these words, or made of them and of the portal's own (docs/security.md), digits and signs alone. */
function isObvious(password: string, owner: Owner): boolean {
  if (obvious(owner).includes(squeezed(password))) return true;
  const words = [...obvious(owner), ...appName().split(' '), ...ROLES].map(lettersOf).filter(Boolean);
  const longestFirst = words.toSorted((one, other) => other.length - one.length);
  const left = longestFirst.reduce((text, word) => text.replaceAll(word, ''), lettersOf(password));
  return left === '' && lettersOf(password) !== '';
}

/** The reason (i18n key) why a password must not be set, or undefined. */
async function brokenRule(password: string, owner: Owner, field: string): Promise<string | undefined> {
  if (password.trim() === '') return missing(field);
  if ([...password].length < LEAST) return 'validation.password';
  const plain = squeezed(password);
  if (isObvious(password, owner)) return 'server.obviousPassword';
  const repeated = new Set(plain).size === 1;
  return repeated || (await commonPasswords()).has(plain) ? 'server.commonPassword' : undefined;
}

/**
 * The one rule for every password that is set, and its hash. Refuses (400, at `field`) what is blank, shorter than 8
 * characters, among the most used ones, or made of the person's own e-mail or username or of the portal's words.
 */
export async function newPasswordHash(
  password: string,
  owner: Owner,
  config: Pick<Config, 'argonMemory'>,
  field: string,
): Promise<string> {
  const broken = await brokenRule(password, owner, field);
  if (broken) throw Refusal.at(field, 400, broken);
  return hashPassword(password, config);
}
