import type { Role } from 'portal-frame';
import { type CallHandlers, HttpError, notFound, type Services, transact } from 'portal-frame/server';
import { type AccountContext, createAccount, findAccountById, selectAccounts } from 'portal-frame/server/accounts';
import { newId } from 'portal-frame/server/database';
import { getAccountsConfig, getUnusableHash, requirePackages } from 'portal-frame/server/plugins';
import type { ApiKeyAccount, apiKeyCalls, WireApiKey } from '../wire/apiKeyCalls.ts';
import { createApiKey, findApiKeys, parseScope, revokeApiKey } from './apiKeyRows.ts';
import type { ApiKeyRow } from './apiKeyTable.ts';
import { listScopeNames } from './scopeNames.ts';

const DAY_MS = 24 * 3_600_000;
const MAX_KEYS = 1000;
const MAX_CHOICES = 2000;

const toIso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

function toWireKey(row: ApiKeyRow, account: { full_name: string; role: Role }): WireApiKey {
  return {
    ...{ _id: row.id, name: row.name, accountId: row.account_id, account: account.full_name, role: account.role },
    ...parseScope(row.scope),
    ...{ createdAt: new Date(row.created_at).toISOString(), expiresAt: new Date(row.expires_at).toISOString() },
    ...{ lastUsed: toIso(row.used_at), revokedAt: toIso(row.revoked_at) },
  };
}

/** Lists the roles of service accounts whose accounts are not records of a collection: a key creates these itself. */
const listOwnRoles = ({ app, resources }: Pick<Services, 'app' | 'resources'>): Role[] =>
  app.roles.names.filter(
    (role) => app.roles.get(role).service && !resources.some((one) => getAccountsConfig(one)?.role === role),
  );

/** Creates an account that nobody can sign in to. Its addresses are unique and lead nowhere. */
function createServiceAccount(within: AccountContext, role: Role, fullName: string, passwordHash: string) {
  const id = newId();
  const unreachable = { email: `${id}@service.invalid`, username: `service-${id}`, passwordHash };
  return createAccount(within, { id, role, fullName, ...unreachable });
}

/** Keys act for an account, with its rights and row rules. A key never creates or revokes keys. */
export const apiKeyHandlers: CallHandlers<typeof apiKeyCalls> = {
  async apiKeys(_input, { db }) {
    return { data: (await findApiKeys(db)).map((row) => toWireKey(row, row)) };
  },

  async apiKeyChoices(_input, services) {
    const found = selectAccounts(services.db).select(['id', 'full_name', 'role']).where('is_active', '=', 1);
    const rows = await found.orderBy('role').orderBy('full_name').orderBy('id').limit(MAX_CHOICES).execute();
    const accounts = rows.map(({ id, full_name: name, role }): Omit<ApiKeyAccount, 'id'> & { _id: string } => ({
      ...{ _id: id, name, role },
    }));
    return { data: { accounts, resources: listScopeNames(services), roles: listOwnRoles(services) } };
  },

  async createApiKey({ body, account, note }, services) {
    const { name, accountId, role, days, access, resources, mcp } = body;
    if ((accountId === undefined) === (role === undefined))
      throw HttpError.forField('accountId', 400, 'server.apiKeyAccount');
    if (role && !listOwnRoles(services).includes(role)) throw HttpError.forField('role', 400, 'server.apiKeyRole');
    if (mcp !== 'off') requirePackages('@modelcontextprotocol/sdk');
    const known = listScopeNames(services);
    const unknown = resources.find((one) => !known.includes(one));
    if (unknown !== undefined) throw HttpError.forField('resources', 400, 'server.unknownField', { name: unknown });
    const passwordHash = role ? await getUnusableHash(services.config) : '';
    return transact(services, async (db) => {
      if ((await findApiKeys(db)).length >= MAX_KEYS) throw new HttpError(400, 'server.tooManyApiKeys');
      const owner = role
        ? await createServiceAccount({ db, app: services.app }, role, name, passwordHash)
        : await findAccountById(db, accountId ?? '');
      if (owner?.is_active !== 1) throw HttpError.forField('accountId', 400, 'server.noSuchRecord');
      const expires_at = Date.now() + days * DAY_MS;
      const key = { account_id: owner.id, name, created_by: account.id, expires_at, scope: { access, resources, mcp } };
      const { row, token } = await createApiKey(db, key);
      await note(db, { recordId: row.id });
      return { message: 'toasts.apiKeyCreated', data: { ...toWireKey(row, owner), token } };
    });
  },

  async revokeApiKey({ params: { id }, note }, services) {
    await transact(services, async (db) => {
      if (!(await revokeApiKey(db, id))) throw notFound();
      await note(db);
    });
    return { message: 'toasts.apiKeyRevoked', data: null };
  },
};
