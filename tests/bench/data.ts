import type { NewAccount } from 'portal-frame/server/accounts';
import { toSearchKey } from 'portal-frame/server/database';
import { toTransactionRow } from '../../server/demo/appointmentRows.ts';
import { Random } from '../../server/demo/demoRandom.ts';
import {
  FEES,
  FIRST_NAMES,
  INSTRUCTIONS,
  LAST_NAMES,
  PRIORITY_WEIGHTS,
  STREETS,
  TOWNS,
} from '../../server/demo/sampleTexts.ts';
import type { AppointmentRow, DocumentRow, TransactionRow } from '../../server/store/schema.ts';
import { EXTRA_LABORATORIES } from '../../src/wire/choices.ts';

export const PASSWORD = 'Phlebo-bench-1';
/** Forty employees with five visits a day, so that more appointments mean more years. */
const PER_DAY = 200;
const EMPLOYEES = 40;
export const LABORATORIES = 10;
const DAYS_AHEAD = 14;
const DAY = 86_400_000;
const QUARTER = 15 * 60_000;

const numbered = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

export function benchAccounts(passwordHash: string): NewAccount[] {
  const account = (role: NewAccount['role'], name: string, more: Partial<NewAccount>): NewAccount => ({
    role,
    email: `${name}@bench.test`,
    username: `bench-${name}`,
    passwordHash,
    fullName: name,
    createdAt: 0,
    ...more,
  });
  return [
    account('admin', 'admin', {}),
    ...numbered(EMPLOYEES).map((one) => account('employee', `employee${one}`, { employeeCode: `EMP-${one}` })),
    ...numbered(LABORATORIES).map((one) =>
      account('laboratory', `laboratory${one}`, { fullName: `Laboratory ${one}` }),
    ),
  ];
}

export interface Owners {
  employees: readonly string[];
  laboratories: readonly { id: string; name: string }[];
}

export interface Made {
  appointment: AppointmentRow;
  documents: DocumentRow[];
  payment: TransactionRow | null;
}

const FIRST = Object.values(FIRST_NAMES).flat();
const NAMES = FIRST.flatMap((first) => LAST_NAMES.map((last) => `${first} ${last}`)).map((name) => ({
  name,
  key: toSearchKey(name),
}));

/** Generates reproducible appointments, oldest first, up to two weeks after `now` (ms). */
export function* makeAppointments(
  count: number,
  owners: Owners,
  now: number,
  perDay: number = PER_DAY,
): Generator<Made> {
  const random = new Random(count);
  const midnight = Math.floor(now / DAY) * DAY;
  const first = midnight - (Math.ceil(count / perDay) - 1 - DAYS_AHEAD) * DAY;
  const idOf = (time: number) => {
    const tail = Math.floor(random.next() * 2 ** 48);
    return time.toString(16).padStart(12, '0') + tail.toString(16).padStart(12, '0');
  };
  for (let index = 0; index < count; index++) {
    const today = first + Math.floor(index / perDay) * DAY;
    const scheduledAt = today + random.int(44, 88) * QUARTER;
    const createdAt = Math.min(scheduledAt, now) - random.int(1, 12 * DAY);
    const status = statusOf(random, (today - midnight) / DAY);
    const laboratory = random.chance(0.93) ? random.pick(owners.laboratories) : undefined;
    const assigned = random.chance({ Pending: 0.6, Completed: 1, Rejected: 0.6 }[status]);
    const { name, key } = random.pick(NAMES);
    const appointment: AppointmentRow = {
      id: idOf(createdAt),
      patient_name: name,
      patient_key: key,
      image: random.chance(0.3) ? file(random, 'jpg') : null,
      age: random.int(3, 96),
      email: `patient${index % 50_000}@example.com`,
      contact_number: `+1215555${1000 + (index % 9000)}`,
      address: `${random.int(12, 9400)} ${random.pick(STREETS)}, ${random.pick(TOWNS)}`,
      account_number: `PH${40_210_077 + (index % 50_000)}`,
      date_of_birth: '1961-05-14',
      gender: random.chance(0.5) ? 'Female' : 'Male',
      employee_id: assigned ? random.pick(owners.employees) : null,
      laboratory_id: laboratory?.id ?? null,
      laboratory: laboratory?.name ?? random.pick(EXTRA_LABORATORIES),
      fees_cents: random.chance(0.92) ? random.pick(FEES) : null,
      priority: random.weighted(PRIORITY_WEIGHTS),
      scheduled_at: scheduledAt,
      status,
      instructions: random.chance(0.6) ? random.pick(INSTRUCTIONS) : '',
      tracking_image: status === 'Completed' && random.chance(0.75) ? file(random, 'jpg') : null,
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
    const payment = toTransactionRow(appointment);
    const documents = random.chance(0.3)
      ? [
          {
            appointment_id: appointment.id,
            position: 0,
            path: file(random, 'pdf'),
            name: 'Requisition.pdf',
            size: 48_211,
          },
        ]
      : [];
    yield { appointment, documents, payment: payment && { ...payment, id: appointment.id } };
  }
}

function statusOf(random: Random, day: number): AppointmentRow['status'] {
  if (day >= 0) return random.chance(0.04) ? 'Rejected' : 'Pending';
  return random.weighted([
    ['Completed', 80],
    ['Rejected', 12],
    ['Pending', day > -14 ? 8 : 0],
  ]);
}

function file(random: Random, ending: string): string {
  const part = () =>
    Math.floor(random.next() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return `${part()}${part()}${part()}${part()}.${ending}`;
}
