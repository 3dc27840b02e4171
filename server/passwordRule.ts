import { missing } from '../src/fields/rules.ts';
import type { Config } from './config.ts';
import { Refusal } from './http/refusal.ts';
import { translateServer } from './http/texts.ts';
import { keyOf } from './store/accounts.ts';
import { hashPassword } from './store/passwords.ts';

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

/** What everybody tries first for this person. */
const obvious = ({ email, username }: Owner) =>
  [email, email.split('@')[0] ?? '', username, translateServer().translate('app.name')].map(squeezed);

/** The reason (i18n key) why a password must not be set, or undefined. */
async function faultOf(password: string, owner: Owner, field: string): Promise<string | undefined> {
  if (password.trim() === '') return missing(field);
  if ([...password].length < LEAST) return 'validation.password';
  const plain = squeezed(password);
  if (obvious(owner).includes(plain)) return 'server.obviousPassword';
  const repeated = new Set(plain).size === 1;
  return repeated || (await commonPasswords()).has(plain) ? 'server.commonPassword' : undefined;
}

/**
 * The one rule for every password that is set, and its hash. Refuses (400, at `field`) what is blank, shorter than 8
 * characters, among the most used ones, or the person's own e-mail or username, or the portal's name.
 */
export async function newPasswordHash(
  password: string,
  owner: Owner,
  config: Pick<Config, 'argonMemory'>,
  field: string,
): Promise<string> {
  const fault = await faultOf(password, owner, field);
  if (fault) throw Refusal.at(field, 400, fault);
  return hashPassword(password, config);
}
