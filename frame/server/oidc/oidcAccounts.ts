import { findAccountResource, getAccountsConfig } from '../../config/app/accounts.ts';
import type { OidcRefusal } from '../../wire/oidc.ts';
import type { Role } from '../../wire/roles.ts';
import { createAccount, findAccountByEmail, findAccountById } from '../accounts/accountRows.ts';
import { findAccountByIdentity, hasIdentity, linkIdentity } from '../accounts/identityRows.ts';
import { getUnusableHash } from '../accounts/passwordHash.ts';
import { HttpError } from '../base/httpError.ts';
import type { AccountRow } from '../db/databaseSchema.ts';
import { records } from '../records/operations/recordsApi.ts';
import { systemContext } from '../records/operations/recordsContext.ts';
import type { Services } from '../services.ts';
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
export function mapRole({ oidcRoles, oidcRoleClaim }: Services['config'], claims: OidcClaims): Role | undefined {
  const values = [claims[oidcRoleClaim]].flat();
  return oidcRoles.find(({ value }) => values.includes(value))?.role;
}

const getEmail = ({ email, email_verified: isVerified }: OidcClaims) =>
  typeof email === 'string' && isVerified === true ? email : undefined;

/** Creates the account of a new person. Throws an OidcRefused if a manager has to create it. */
async function createPerson(services: Services, claims: OidcClaims, role: Role, email: string): Promise<AccountRow> {
  const fullName = typeof claims.name === 'string' && claims.name.trim() !== '' ? claims.name.slice(0, 100) : email;
  const resource = findAccountResource(services.resources, role);
  const config = resource && getAccountsConfig(resource);
  if (resource && config) {
    const values = { [config.name]: fullName, [config.email]: email, ...(config.active && { [config.active]: true }) };
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
      { role, fullName, email, username: email, passwordHash },
    );
    const entry = { operation: 'create' as const, resource: 'profile', recordId: account.id };
    await services.audit.appendInTransaction(trx, [
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
  const identity = { issuer: claims.iss, subject: claims.sub };
  const role = mapRole(config, claims);
  const linked = await findAccountByIdentity(db, identity);
  const email = getEmail(claims);
  const known = linked ?? (email ? await findAccountByEmail(db, email) : undefined);
  if (!role || (known && known.role !== role) || !services.app.roles.hasSignIn(role))
    throw new OidcRefused('role', known?.id);
  if (!known && !email) throw new OidcRefused('noAccount');
  // Providers give the address of a person who left to another one.
  if (known && !linked && (await hasIdentity(db, claims.iss, known.id))) throw new OidcRefused('otherPerson', known.id);
  const account = known ?? (await createPerson(services, claims, role, email as string));
  if (!account.is_active) throw new OidcRefused('deactivated', account.id);
  if (!linked) await linkIdentity(db, identity, account.id);
  return account;
}
