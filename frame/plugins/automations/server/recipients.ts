import { getKeyField, isReferring } from 'portal-frame';
import { accountContext, HttpError, records, type TransactionContext } from 'portal-frame/server';
import { findAccountById, findAccountsByRole } from 'portal-frame/server/accounts';
import type { AccountRow } from 'portal-frame/server/database';
import { type AnyResource, getAccountsConfig, type RecordValues } from 'portal-frame/server/plugins';
import type { RecipientConfig } from '../automationConfig.ts';

/** A record of a resource. */
interface Found {
  resource: AnyResource;
  record: RecordValues;
}

const isActive = (account: AccountRow | undefined): account is AccountRow =>
  account?.is_active === 1 && account.deleted_at === null;

/** Follows a path over references. Returns the values at its end, and the resource that a reference there leads to. */
export async function readPath(
  tx: TransactionContext,
  { resource, record }: Found,
  path: string,
): Promise<{ values: string[]; target?: AnyResource; by?: string }> {
  const [name = '', ...rest] = path.split('.');
  const field = resource.fields[name];
  const by = getKeyField(field);
  const values = [record[name] ?? []].flat().map(String);
  const target = tx.services.resources.find((one) => isReferring(field) && one.name === field.to);
  if (!target || rest.length === 0) return { values, ...(target && { target, by }) };
  const where = { [by]: { in: values } };
  const page = values.length > 0 ? await records(tx).find(target.name, { where, perPage: 100 }) : { records: [] };
  const ends = [];
  for (const one of page.records)
    ends.push(await readPath(tx, { resource: target, record: one as RecordValues }, rest.join('.')));
  return { ...ends[0], values: ends.flatMap((end) => end.values) };
}

/** True if the account may see the record now. */
async function sees({ services }: TransactionContext, { id }: AccountRow, { resource, record }: Found) {
  try {
    return (await records(await accountContext(services, id)).findOne(resource.name, String(record.id))) !== undefined;
  } catch (cause) {
    if (cause instanceof HttpError && cause.status < 500) return false;
    throw cause;
  }
}

interface Recipients {
  accounts: AccountRow[];
  /** Addresses of a field. */
  addresses: string[];
}

async function findRecipients(tx: TransactionContext, found: Found, to: RecipientConfig): Promise<Recipients> {
  const { db } = tx;
  if (typeof to !== 'string') {
    const accounts: AccountRow[] = [];
    for (const account of await findAccountsByRole(db, to.role))
      if (isActive(account) && (await sees(tx, account, found))) accounts.push(account);
    return { accounts, addresses: [] };
  }
  const { values, target, by } = await readPath(tx, found, to);
  if (!target) return { accounts: [], addresses: values };
  const people = target.table?.name === 'accounts' || getAccountsConfig(target) !== undefined;
  if (!people || by !== 'id') return { accounts: [], addresses: [] };
  const accounts = await Promise.all(values.map((id) => findAccountById(db, id)));
  return { accounts: accounts.filter(isActive), addresses: [] };
}

/** Finds the accounts and addresses that a message goes to, each once. Inactive accounts get none. */
export async function listRecipients(
  tx: TransactionContext,
  found: Found,
  to: readonly RecipientConfig[],
): Promise<Recipients> {
  const all: Recipients[] = [];
  for (const one of to) all.push(await findRecipients(tx, found, one));
  const accounts = new Map(all.flatMap((one) => one.accounts).map((account) => [account.id, account]));
  return { accounts: [...accounts.values()], addresses: [...new Set(all.flatMap(({ addresses }) => addresses))] };
}
