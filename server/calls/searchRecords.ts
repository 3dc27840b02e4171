import type { Account, Services } from 'portal-frame/server';
import { findAccountsByRole } from 'portal-frame/server/accounts';
import type { AccountRow } from 'portal-frame/server/database';
import { isInKeyScope } from 'portal-frame/server/routes';
import { MIN_SEARCH_LENGTH } from '../../src/wire/recordSearchApi.ts';
import { findAppointments, wordsOf } from '../store/appointmentSearchWords.ts';
import { loadDetails } from '../store/appointments.ts';
import type { AppointmentRow } from '../store/schema.ts';
import { ownerOf, toWire } from './appointmentWire.ts';
import type { SomeHandlers } from './handler.ts';
import { personToWire } from './people.ts';

/** Limit per kind of result. */
const MAX_RESULTS = 8;
/** Limit of appointments if each one is requested. */
const MAX_APPOINTMENTS = 25;

/** Groups appointments by patient, as there are no patient records. */
const personOf = (row: AppointmentRow) =>
  [row.patient_key, row.date_of_birth ?? row.contact_number.replace(/\D/g, '')].join(' ');

/** Chooses a patient's next visit, else the latest. */
function foremost(rows: readonly AppointmentRow[], now: number): AppointmentRow {
  const toCome = rows.filter((row) => row.status === 'Pending' && row.scheduled_at >= now);
  // Sorted latest first.
  return (toCome.at(-1) ?? rows[0]) as AppointmentRow;
}

/** Finds accounts that contain all words (see `wordsOf`). If all match at the beginning of a word, the account comes first. */
function matching(rows: readonly AccountRow[], words: readonly string[]): AccountRow[] {
  const ranked = rows.map((row) => {
    const bare = row.full_name.replace(/['’]/g, '');
    const allText = [row.full_name, bare, row.employee_code ?? '', row.email].join(' ');
    const candidates = [...wordsOf(allText), row.contact_number.replace(/\D/g, '')];
    const startsAWord = words.every((word) => candidates.some((one) => one.startsWith(word)));
    const isContained = startsAWord || words.every((word) => candidates.some((one) => one.includes(word)));
    return { row, rank: startsAWord ? 0 : isContained ? 1 : 2 };
  });
  return ranked
    .filter(({ rank }) => rank < 2)
    .toSorted((a, b) => a.rank - b.rank || a.row.full_name.localeCompare(b.row.full_name))
    .slice(0, MAX_RESULTS)
    .map(({ row }) => row);
}

/** Finds matching appointments that the account may see: one per patient, or with `each` every one. */
async function findPatientAppointments(words: readonly string[], each: boolean, account: Account, services: Services) {
  const rows = await findAppointments(services.db, words, ownerOf(account));
  const wireOf = async (some: AppointmentRow[]) =>
    (await loadDetails(services.db, some)).map((one) => toWire(one, services, account));
  if (each) return wireOf(rows.slice(0, MAX_APPOINTMENTS));
  const people = Map.groupBy(rows, personOf);
  const now = Date.now();
  const chosen = [...people.values()].slice(0, MAX_RESULTS).map((appointments) => foremost(appointments, now));
  return wireOf(chosen);
}

export const findHandlers = {
  async find({ body, account }, services) {
    const words = body.text.length < MIN_SEARCH_LENGTH ? [] : wordsOf(body.text);
    if (words.length === 0) return { data: { appointments: [], employees: [], laboratories: [] }, shownIds: [] };
    // Only admins may open employees and laboratories, and only keys whose scope has them.
    const people = async (role: 'employee' | 'laboratory', name: 'employees' | 'laboratories') =>
      account.role === 'admin' && isInKeyScope(account, { name })
        ? matching(await findAccountsByRole(services.db, role), words).map((row) =>
            personToWire(row, services, account),
          )
        : [];
    const [appointments, employees, laboratories] = await Promise.all([
      findPatientAppointments(words, body.each ?? false, account, services),
      people('employee', 'employees'),
      people('laboratory', 'laboratories'),
    ]);
    return { data: { appointments, employees, laboratories }, shownIds: appointments.map(({ _id }) => _id) };
  },
} satisfies SomeHandlers;
