import {
  getServerTexts,
  HttpError,
  notFound,
  notify,
  records,
  type Services,
  trustedContext,
} from 'portal-frame/server';
import { countAttempt, findAccountById, rejectTakenValues } from 'portal-frame/server/accounts';
import type { AccountRow } from 'portal-frame/server/database';
import type { Input, SomeHandlers } from './handler.ts';
import { personToWire, writePerson } from './people.ts';

/** Returns the name that a laboratory newly requests, or undefined. Refuses a taken name and too many requests. */
export async function getRequestedName(
  { app, db }: Services,
  { id, role }: Pick<AccountRow, 'id' | 'role'>,
  fullName: string,
): Promise<string | undefined> {
  if (role !== 'laboratory') return undefined;
  const account = await findAccountById(db, id);
  if (!account || account.full_name === fullName) return undefined;
  await rejectTakenValues({ app, db }, { full_name: fullName }, id);
  if (account.requested_name !== fullName) await countAttempt(db, [{ key: `name of ${id}`, freeAttempts: 5 }]);
  return fullName;
}

type NameNotice = 'nameRequested' | 'nameApproved' | 'nameRefused';

/** Notifies of a laboratory's requested name. Call in the transaction that stores the request or the decision. */
export function notifyOfName(
  tx: Parameters<typeof notify>[0],
  kind: NameNotice,
  to: readonly string[],
  { id, fullName, requestedName }: { id: string; fullName: string; requestedName: string | null },
): Promise<void> {
  const { translate } = getServerTexts();
  const args = { laboratory: fullName, name: requestedName ?? '' };
  const [title, body] = [translate(`notices.${kind}.title`), translate(`notices.${kind}.body`, args)];
  const about = kind === 'nameRequested' ? { about: { resource: 'laboratories', id } } : {};
  return notify(tx, to, { title, body, push: body, ...about });
}

/** Approves or refuses the requested name that the admin saw (409 if it is another now). Notifies the laboratory. */
async function decide(input: Input<'approveName' | 'refuseName'>, services: Services, decision: 'approve' | 'refuse') {
  const { id } = input.params;
  const { fullName } = input.body;
  const approved = decision === 'approve';
  const row = await writePerson(input, services, async (tx) => {
    const [before] = (await records(tx).find('laboratories', { where: { id }, lock: true })).records;
    if (!before) throw notFound();
    if (before.requestedName !== fullName) throw new HttpError(409, 'server.nameDecided');
    await records(trustedContext(tx)).update('laboratories', id, {
      requestedName: null,
      ...(approved && { fullName }),
    });
    await notifyOfName(tx, approved ? 'nameApproved' : 'nameRefused', [id], before);
    return before;
  });
  const message = approved ? 'toasts.nameApproved' : 'toasts.nameRefused';
  return { message, data: personToWire(row, services, input.account) };
}

export const laboratoryNameHandlers = {
  approveName: (input, services) => decide(input, services, 'approve'),
  refuseName: (input, services) => decide(input, services, 'refuse'),
} satisfies SomeHandlers;
