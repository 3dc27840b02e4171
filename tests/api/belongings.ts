import { newId } from 'portal-frame/server/database';
import type { AppointmentRow } from '../../server/store/schema.ts';
import { PEOPLE, type Person } from './cast.ts';
import type { TestServer } from './harness.ts';

/** A record with a mark in its texts that only its owners and the admin may ever read. */
export interface Belonging {
  kind: 'appointment' | 'notification' | 'transaction' | 'session' | 'employee' | 'laboratory';
  id: string;
  mark: string;
  owners: readonly Person[];
}

/** True if a person may see a record. Admins see all but personal records. */
export const isTheirs =
  (person: Person) =>
  ({ kind, owners }: Belonging): boolean =>
    owners.includes(person) || (person === 'admin' && kind !== 'notification' && kind !== 'session');

type Party = Person | null;

const PARTIES: [employee: Party, laboratory: Party][] = [
  ['employee', 'laboratory'],
  ['employee2', 'laboratory2'],
  ['employee', 'laboratory2'],
  [null, 'laboratory2'],
  [null, 'laboratory'],
  [null, null],
];

/** Gives everybody of the tests records of every kind there is, all of today. */
export async function addBelongings({ services, ids }: Pick<TestServer, 'services' | 'ids'>): Promise<Belonging[]> {
  const { db } = services;
  const now = Date.now();
  const idOf = (party: Party) => party && ids[party];
  const belongings: Belonging[] = [];
  const add = (kind: Belonging['kind'], owners: readonly Party[], id = newId()) => {
    const belonging = { kind, id, mark: `mark-${newId()}`, owners: owners.filter((one) => one !== null) };
    belongings.push(belonging);
    return belonging;
  };

  for (const [employee, laboratory] of PARTIES) {
    const { id, mark } = add('appointment', [employee, laboratory]);
    const row: AppointmentRow = {
      ...{ id, patient_name: mark, patient_key: mark, image: null, age: 40, email: '', contact_number: '' },
      ...{ address: mark, account_number: '', date_of_birth: null, gender: 'Female', priority: 'Low' },
      ...{ employee_id: idOf(employee), laboratory_id: idOf(laboratory), fees_cents: 100, scheduled_at: now },
      ...{ laboratory: laboratory ? PEOPLE[laboratory].fullName : 'Natera', status: 'Completed', instructions: mark },
      ...{
        tracking_image: null,
        cancel_reason: null,
        cancelled_by: null,
        visit_state: null,
        completed_by_report: null,
        dispatched_at: null,
        former_employee_id: null,
        created_at: now,
        updated_at: now,
        version: 1,
      },
    };
    await db.insertInto('appointments').values(row).execute();
  }
  const { id, mark } = add('transaction', []);
  const paid = {
    account_number: mark,
    patient_name: mark,
    patient_key: mark,
    date_and_time: now,
    amount_cents: 100,
    created_at: now,
  };
  await db
    .insertInto('transactions')
    .values({ id, ...paid, appointment_id: null, status: 'Completed' })
    .execute();
  for (const person of Object.keys(PEOPLE) as Person[]) {
    const note = add('notification', [person]);
    const notice = { id: note.id, account_id: ids[person], title: note.mark, body: note.mark };
    await db
      .insertInto('notifications')
      .values({ ...notice, is_read: 0, created_at: now })
      .execute();
    const { id, mark: address } = add('session', [person]);
    const opened = { created_at: now, used_at: now, expires_at: now + 3_600_000, ended_at: null, outlives: 0 };
    await db
      .insertInto('sessions')
      .values({ id, account_id: ids[person], ...opened, agent: '', address, reauthenticated_at: 0 })
      .execute();
    const { role } = PEOPLE[person];
    if (role === 'admin') continue;
    const account = add(role, [person], ids[person]);
    await db.updateTable('accounts').set({ address: account.mark }).where('id', '=', account.id).execute();
  }
  return belongings;
}

/** The marks of a text. */
export const marksIn = (text: string): string[] => [...new Set(text.match(/mark-[0-9a-f]{24}/g))].toSorted();
