import { domainToUnicode } from 'node:url';
import type { Role } from 'portal-frame';
import { HttpError, records, type Services, systemContext } from 'portal-frame/server';
import {
  createAccount,
  findAccountByEmail,
  findAccountById,
  selectAccounts,
  toLookAlikeKey,
} from 'portal-frame/server/accounts';
import type { AccountRow } from 'portal-frame/server/database';
import { findAccountResource, getAccountsConfig, getUnusableHash } from 'portal-frame/server/plugins';
import { email, storedProfileRules } from 'portal-frame/wire';
import type { OidcRefusal } from '../wire/oidcAddresses.ts';
import { findAccountByIdentity, hasIdentity, linkIdentity } from './identityRows.ts';
import type { OidcClaims } from './oidcClient.ts';

const ACTOR = 'single sign-on';

/** A sign-in by the identity provider that the portal refuses. */
export class OidcRefused extends Error {
  readonly reason: OidcRefusal;
  readonly accountId: string | undefined;
  constructor(reason: OidcRefusal, accountId?: string) {
    super(`The sign-in was refused: ${reason}.`);
    this.reason = reason;
    this.accountId = accountId;
  }
}

/** Returns the role of a person: that of the first pair of OIDC_ROLES whose value is in the claim. */
export function mapRole(
  { oidcRoles = [], oidcRoleClaim = '' }: Services['config'],
  claims: OidcClaims,
): Role | undefined {
  const values = [claims[oidcRoleClaim]].flat();
  return oidcRoles.find(({ value }) => values.includes(value))?.role;
}

const getEmail = ({ email: claimed, email_verified: isVerified }: OidcClaims) =>
  isVerified === true ? email.safeParse(claimed).data : undefined;

/** Printable ASCII (OpenID Connect Core, 2). */
const SUBJECT = /^[\x20-\x7e]{1,255}$/;

/** The name of a person. Names that a form would refuse give way to the address. */
function getFullName({ name }: OidcClaims, address: string): string {
  const { data } = storedProfileRules.fullName.safeParse(name);
  return data === undefined || /\p{Cc}/u.test(data) ? address : data;
}

/** Domains of other scripts may come as ASCII (RFC 3492). */
function toAddressKey(address: string): string {
  const start = address.lastIndexOf('@') + 1;
  const domain = address.slice(start);
  return toLookAlikeKey(address.slice(0, start) + (domainToUnicode(domain) || domain));
}

/** Finds a manager whose address looks like this one, as with letters of another script. */
async function findLookAlike({ db, app }: Services, address: string): Promise<string | undefined> {
  const managers = await selectAccounts(db)
    .select(['id', 'email'])
    .where('role', 'in', [...app.roles.managers])
    .execute();
  const key = toAddressKey(address);
  return managers.find((one) => toAddressKey(one.email) === key)?.id;
}

/** Creates the account of a new person. Throws an OidcRefused if a manager has to create it. */
async function createPerson(services: Services, claims: OidcClaims, role: Role, address: string): Promise<AccountRow> {
  const alike = await findLookAlike(services, address);
  if (alike) throw new OidcRefused('otherPerson', alike);
  const fullName = getFullName(claims, address);
  const resource = findAccountResource(services.resources, role);
  const config = resource && getAccountsConfig(resource);
  if (resource && config) {
    const values = {
      [config.name]: fullName,
      [config.email]: address,
      ...(config.active && { [config.active]: true }),
    };
    const { id } = await records(systemContext(services, ACTOR))
      .create(resource.name, values)
      .catch((cause: unknown) => {
        // Records with further required fields are created by a manager.
        throw cause instanceof HttpError && cause.status === 400 ? new OidcRefused('noAccount') : cause;
      });
    return (await findAccountById(services.db, String(id))) as AccountRow;
  }
  if (!services.app.roles.isManager(role)) throw new OidcRefused('noAccount');
  const passwordHash = await getUnusableHash(services.config);
  return services.db.transaction().execute(async (trx) => {
    const account = await createAccount(
      { db: trx, app: services.app },
      { role, fullName, email: address, username: address, passwordHash },
    );
    const entry = { operation: 'create' as const, resource: 'profile', recordId: account.id };
    await services.activity.append(trx, [
      { at: Date.now(), accountId: null, address: '', details: { actor: ACTOR }, ...entry },
    ]);
    return account;
  });
}

/**
 * Finds the account of a person, or links it by the verified e-mail address, or creates it. Throws an OidcRefused if
 * that is impossible, or the claims give another role than the account's: a sign-in never changes a role.
 */
export async function findOidcAccount(services: Services, claims: OidcClaims): Promise<AccountRow> {
  const { db, config } = services;
  if (!SUBJECT.test(claims.sub)) throw new OidcRefused('noAccount');
  const identity = { issuer: claims.iss, subject: claims.sub };
  const role = mapRole(config, claims);
  const linked = await findAccountByIdentity(db, identity);
  const address = getEmail(claims);
  const known = linked ?? (address ? await findAccountByEmail(db, address) : undefined);
  if (!role || (known && known.role !== role) || !services.app.roles.hasSignIn(role))
    throw new OidcRefused('role', known?.id);
  if (!known && !address) throw new OidcRefused('noAccount');
  // Providers give the address of a person who left to another one.
  if (known && !linked && (await hasIdentity(db, claims.iss, known.id))) throw new OidcRefused('otherPerson', known.id);
  const account = known ?? (await createPerson(services, claims, role, address as string));
  if (!account.is_active) throw new OidcRefused('deactivated', account.id);
  if (!linked) await linkIdentity(db, identity, account.id);
  return account;
}
