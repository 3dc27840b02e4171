import type { FastifyRequest } from 'fastify';
import { parseOrReject, rejectTakenValues } from 'portal-frame/internal/records';
import {
  type Account,
  createProfileEvent,
  createSessionsEvent,
  getToday,
  HttpError,
  type Note,
  notFound,
  notifyByMail,
  requireReauthentication,
  type SavedFile,
  type Services,
  transact,
} from 'portal-frame/server';
import { endAccess, findAccountById, saveEmailChange } from 'portal-frame/server/accounts';
import { fromWireTimings, pastDay, toWireTimings } from 'portal-frame/wire';
import { createAppointmentsEvent, createPersonEvents } from '../outbox/liveChanges.ts';
import { partnersOf } from '../store/appointments.ts';
import { changePerson, type PersonChange, setActive } from '../store/profiles.ts';
import type { Handlers } from './handler.ts';
import { personToWire } from './people.ts';

interface Asked {
  id: string;
  role: 'employee' | 'laboratory';
  change: PersonChange;
  image: SavedFile | undefined;
  by: Account;
  request: FastifyRequest;
  note: Note;
}

/**
 * Updates an account for an admin. A new e-mail address requires reauthentication, ends the account's sessions, and
 * notifies the former address. Throws 404 for another role, 409 for values of another account.
 */
async function change(services: Services, { id, role, image, by, request, note, ...asked }: Asked) {
  const values = { ...asked.change, image: image?.path };
  const unique = {
    email: values.email,
    username: values.username,
    ...(values.employeeCode !== undefined && { employeeCode: values.employeeCode }),
    ...(role === 'laboratory' && { laboratoryName: values.fullName }),
  };
  const update = transact(services, async (db, publish) => {
    const before = await findAccountById(db, id);
    if (before?.role !== role) throw notFound();
    if (values.email !== before.email || values.username !== before.username) requireReauthentication(by);
    await rejectTakenValues(db, unique, id);
    const after = await changePerson(db, before, values);
    if (after.email_key !== before.email_key) {
      await endAccess(db, id);
      await notifyByMail(db, services, request, before, 'emailChanged', await saveEmailChange(db, before));
      publish(createSessionsEvent(id, 'delete'));
    }
    publish(createProfileEvent(id), ...createPersonEvents(id, role, 'change'));
    if (after.full_name !== before.full_name) {
      const column = role === 'employee' ? 'employee_id' : 'laboratory_id';
      publish(createAppointmentsEvent([id, ...(await partnersOf(db, { column, id }))]));
    }
    await note(db, { recordId: id });
    return { before, after };
  });
  const { before, after } = await update.catch(async (cause: unknown) => {
    // Another request took a value at the same time.
    if (!(cause instanceof HttpError)) await rejectTakenValues(services.db, unique, id);
    throw cause;
  });
  if (image && before.image) await services.files.discard([before.image]);
  return personToWire(after, services, by);
}

export const changePeopleHandlers: Handlers<'changeEmployee' | 'setEmployeeActive' | 'changeLaboratory'> = {
  async changeEmployee({ params: { id }, body, files, account: by, request, note }, services) {
    const { employeeId: employeeCode, ...rest } = body;
    parseOrReject(pastDay(getToday(services.config.timeZone), 'validation.hireDate'), body.hireDate, 'hireDate');
    const asked = { id, role: 'employee', image: files.image[0], by, request, note } as const;
    const data = await change(services, { ...asked, change: { ...rest, employeeCode } });
    return { message: 'toasts.employeeChanged', data };
  },

  async setEmployeeActive({ params: { id }, body: { isActive }, account: by, request, note }, services) {
    const row = await transact(services, async (db, publish) => {
      const before = await findAccountById(db, id);
      if (before?.role !== 'employee') throw notFound();
      // Deactivating an account that its own session deactivated keeps it shut when an e-mail change is undone.
      if (isActive && before.is_active === 1) return before;
      const after = await setActive(db, before, isActive);
      if (!isActive) {
        await endAccess(db, id);
        if (before.is_active === 1) await notifyByMail(db, services, request, before, 'deactivated');
        publish(createSessionsEvent(id, 'delete'));
      }
      publish(createProfileEvent(id), ...createPersonEvents(id, 'employee', 'change'));
      await note(db, { recordId: id, fields: ['isActive'] });
      return after;
    });
    return { message: 'toasts.updated', data: personToWire(row, services, by) };
  },

  async changeLaboratory({ params: { id }, body, files, account: by, request, note }, services) {
    const timings = toWireTimings(fromWireTimings(body.timings));
    const asked = { id, role: 'laboratory', image: files.image[0], by, request, note } as const;
    return {
      message: 'toasts.laboratoryChanged',
      data: await change(services, { ...asked, change: { ...body, timings } }),
    };
  },
};
