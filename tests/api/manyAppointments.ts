import { newId, toSearchKey } from 'portal-frame/server/database';
import type { Random } from '../../server/demo/demoRandom.ts';
import type { AppointmentRow } from '../../server/store/schema.ts';
import { APPOINTMENT_STATUSES, PRIORITIES } from '../../src/wire/choices.ts';
import type { Person } from './harness.ts';

const MINUTE = 60_000;
const START = Date.UTC(2026, 2, 1);

/** Rows of all kinds, created a minute apart; some laboratory names equal marks of the counts. */
export function appointmentRows(ids: Record<Person, string>, random: Random, count: number): AppointmentRow[] {
  return Array.from({ length: count }, (_, index) => {
    const place = random.pick([
      { laboratory_id: ids.laboratory, laboratory: 'Northside Lab' },
      { laboratory_id: ids.laboratory2, laboratory: '*' },
      { laboratory_id: null, laboratory: 'Natera' },
      { laboratory_id: null, laboratory: '-' },
    ]);
    const createdAt = START + index * MINUTE;
    const name = `Patient ${random.int(1, 500)}`;
    return {
      ...place,
      id: newId(createdAt),
      patient_name: name,
      patient_key: toSearchKey(name),
      image: null,
      age: null,
      email: '',
      contact_number: '',
      address: '',
      account_number: '',
      date_of_birth: null,
      gender: 'Female',
      employee_id: random.pick([ids.employee, ids.employee2, null]),
      fees_cents: random.chance(0.8) ? random.int(1, 20_000) : null,
      priority: random.pick(PRIORITIES),
      scheduled_at: createdAt + random.int(1, 20_000) * MINUTE,
      status: random.pick(APPOINTMENT_STATUSES),
      instructions: '',
      tracking_image: random.chance(0.4) ? 'f'.repeat(32).concat('.jpg') : null,
      cancel_reason: null,
      cancelled_by: null,
      visit_state: null,
      completed_by_report: null,
      dispatched_at: null,
      former_employee_id: null,
      created_at: createdAt,
      updated_at: createdAt,
      version: 1,
    };
  });
}
