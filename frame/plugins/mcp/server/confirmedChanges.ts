import { HttpError, type RecordsContext, records, type Services, transaction } from 'portal-frame/server';
import {
  claimIdempotencyKey,
  commitIdempotencyKey,
  hashSecret,
  parseJson,
  type RecordValues,
  releaseIdempotencyKey,
  saveIdempotentReply,
  sealSecret,
  unsealSecret,
} from 'portal-frame/server/plugins';

/** A change of one record that an assistant asks for. */
export interface Change {
  resource: string;
  operation: 'create' | 'update' | 'delete' | 'action';
  id?: string;
  action?: string;
  values: RecordValues;
}

/** A change as it was previewed, with the version of the record that it changes. */
type PreparedChange = Change & { version?: number; expiresAt: number };

const CONFIRM_MS = 15 * 60_000;

type KeyContext = RecordsContext & { services: Services; account: NonNullable<RecordsContext['account']> };

/** Ends a transaction that must not be committed. */
class DryRun extends Error {
  readonly record: RecordValues;
  constructor(record: RecordValues) {
    super('A dry run is rolled back.');
    this.record = record;
  }
}

async function runChange(
  tx: RecordsContext,
  { resource, operation, id = '', action = '', values, version }: Change & { version?: number | undefined },
) {
  const api = records(tx);
  const sent = { ...values, ...(version !== undefined && { version }) };
  if (operation === 'create') return api.create(resource, values);
  if (operation === 'update') return api.update(resource, id, sent);
  if (operation === 'action') return api.transition(resource, id, action, sent);
  const [found] = (await api.find(resource, { where: { id }, lock: true })).records;
  if (version !== undefined && found && (found as RecordValues).version !== version)
    throw new HttpError(409, 'server.stale');
  return api.delete(resource, id);
}

/** Runs a change and rolls it back. Returns the record before and after it, and the token that confirms it. */
export async function previewChange(context: KeyContext, change: Change) {
  const { services, account } = context;
  const before =
    change.id === undefined
      ? undefined
      : ((await records(context).findOne(change.resource, change.id)) as RecordValues);
  const after = await transaction(context, async (tx) => {
    throw new DryRun((await runChange(tx, change)) as RecordValues);
  }).catch((cause: unknown) => {
    if (cause instanceof DryRun) return cause.record;
    throw cause;
  });
  const version = before?.version as number | undefined;
  const prepared: PreparedChange = {
    ...change,
    ...(version !== undefined && { version }),
    expiresAt: Date.now() + CONFIRM_MS,
  };
  const token = sealSecret(services.config, account.sessionId, JSON.stringify(prepared));
  return { before, after, token };
}

/** Reads the token of a previewed change. Throws an HttpError (400) for one that is wrong, expired or of another key. */
export function readPreparedChange({ services, account }: KeyContext, token: string): PreparedChange {
  const text = unsealSecret(services.config, account.sessionId, token);
  const change = text && (parseJson(text) as PreparedChange | undefined);
  if (!change || change.expiresAt < Date.now()) throw HttpError.forField('change', 400, 'server.changeExpired');
  return change;
}

/** Makes a previewed change, once: the same token gets the same reply. */
export async function confirmChange(context: KeyContext, token: string, change: PreparedChange): Promise<RecordValues> {
  const {
    services: { db },
    account,
  } = context;
  const hash = hashSecret(token);
  const claimed = await claimIdempotencyKey(db, { account_id: account.id, key: `mcp-${hash}`, request_hash: hash });
  if (!('claim' in claimed)) {
    const { status, reply } = claimed.found;
    if (status === null) throw new HttpError(409, 'server.idempotencyBusy');
    return parseJson(reply) as RecordValues;
  }
  const { claim } = claimed;
  try {
    const record = await transaction(context, async (tx) => {
      const changed = (await runChange(tx, change)) as RecordValues;
      if (!(await commitIdempotencyKey(tx.db as never, claim, String(changed.id))))
        throw new HttpError(409, 'server.idempotencyBusy');
      return changed;
    });
    await saveIdempotentReply(db, claim, { status: 200, reply: JSON.stringify(record) });
    return record;
  } catch (cause) {
    await releaseIdempotencyKey(db, claim);
    throw cause;
  }
}
