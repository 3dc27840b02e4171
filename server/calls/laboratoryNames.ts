import { getServerTexts, HttpError, notify, type Publish, type Services } from 'portal-frame/server';
import {
  countAttempt,
  findAccountById,
  lockAccount,
  rejectTakenValues,
  transactUnique,
} from 'portal-frame/server/accounts';
import type { AccountRow, Db } from 'portal-frame/server/database';
import { nameColumns } from '../store/profiles.ts';
import type { Input, SomeHandlers } from './handler.ts';
import { changePerson, findPerson, personToWire } from './people.ts';

/** Returns the name that a laboratory newly requests, or undefined. Refuses a taken name and too many requests. */
export async function getRequestedName(
  { db }: Services,
  { id, role }: Pick<AccountRow, 'id' | 'role'>,
  fullName: string,
): Promise<string | undefined> {
  if (role !== 'laboratory') return undefined;
  const account = await findAccountById(db, id);
  if (!account || account.full_name === fullName) return undefined;
  await rejectTakenValues(db, { laboratoryName: fullName }, id);
  if (account.requested_name !== fullName) await countAttempt(db, [{ key: `name of ${id}`, freeAttempts: 5 }]);
  return fullName;
}

type NameNotice = 'nameRequested' | 'nameApproved' | 'nameRefused';

/** Notifies of a laboratory's requested name. Call in the transaction that stores the request or the decision. */
export function notifyOfName(
  db: Db,
  publish: Publish,
  services: Services,
  kind: NameNotice,
  to: readonly string[],
  { id, full_name, requested_name }: AccountRow,
): Promise<void> {
  const { translate } = getServerTexts();
  const args = { laboratory: full_name, name: requested_name ?? '' };
  const [title, body] = [translate(`notices.${kind}.title`), translate(`notices.${kind}.body`, args)];
  const about = kind === 'nameRequested' ? { about: { resource: 'laboratories', id } } : {};
  return notify({ db, publish, services }, to, { title, body, push: body, ...about });
}

type Decision = Input<'approveName' | 'refuseName'>;

/** Approves or refuses the requested name that the admin saw (409 if it is another now). Notifies the laboratory. */
async function decide(
  { params: { id }, body, account, note }: Decision,
  services: Services,
  decision: 'approve' | 'refuse',
) {
  const approved = decision === 'approve';
  const values = approved ? { laboratoryName: body.fullName } : {};
  const row = await transactUnique(services, { values, exceptId: id }, async (db, publish) => {
    await lockAccount(db, id, services.store.kind);
    const before = await findPerson(db, id, 'laboratory');
    await rejectTakenValues(db, values, id);
    if (before.requested_name !== body.fullName) throw new HttpError(409, 'server.nameDecided');
    const columns = approved ? nameColumns(body.fullName) : { requested_name: null };
    const after = await changePerson({ db, publish, services, account }, before, columns);
    await notifyOfName(db, publish, services, approved ? 'nameApproved' : 'nameRefused', [id], before);
    await note(db);
    return after;
  });
  const message = approved ? 'toasts.nameApproved' : 'toasts.nameRefused';
  return { message, data: personToWire(row, services, account) };
}

export const laboratoryNameHandlers = {
  approveName: (input, services) => decide(input, services, 'approve'),
  refuseName: (input, services) => decide(input, services, 'refuse'),
} satisfies SomeHandlers;
