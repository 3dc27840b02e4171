import { type RawBuilder, sql } from 'kysely';
import type { Storage } from '../../src/fields/kind.ts';
import type { Role } from '../../src/wire/call.ts';
import type { Account } from '../http/handler.ts';

/** Records of the portal's own resources, as collections refer to them. */
export interface OwnRecords {
  table: string;
  /** Those that are there. */
  kept: RawBuilder<boolean>;
  /** Which of them a person sees. */
  seenBy: (account: Account) => RawBuilder<boolean>;
  /** The same in words. */
  rule: Readonly<Record<Role, string>>;
  /** Columns by the field that a label may tell. */
  label: Readonly<Record<string, string>>;
  /** Of which of them a person may be told the label, with a record that refers to them. */
  labelSeenBy: (account: Account) => RawBuilder<boolean>;
  /** Columns by the field that a reference may keep. */
  columns: Readonly<Record<string, string>>;
  /** Columns by the field that a row rule may name; `to` is the resource whose ids it holds. */
  ruled: Readonly<Record<string, { column: string; to?: string; storage?: Storage }>>;
}

const all = sql<boolean>`1 = 1`;

const everybody: Record<Role, string> = {
  admin: 'every record',
  employee: 'every record',
  laboratory: 'every record',
};
/** A patient's name is told with nothing to those who may not see the appointment. */
const appointmentsOf = ({ id, role }: Account) =>
  ({ admin: all, employee: sql<boolean>`employee_id = ${id}`, laboratory: sql<boolean>`laboratory_id = ${id}` })[role];
const appointments: OwnRecords = {
  table: 'appointments',
  kept: all,
  seenBy: appointmentsOf,
  rule: { ...everybody, employee: 'it is assigned to this account', laboratory: 'it is of this laboratory' },
  label: { patientName: 'patient_name', status: 'status', laboratory: 'laboratory' },
  labelSeenBy: appointmentsOf,
  columns: {},
  ruled: {
    employee: { column: 'employee_id', to: 'employees' },
    laboratory: { column: 'laboratory_id', to: 'laboratories' },
    status: { column: 'status' },
    priorityLevel: { column: 'priority' },
  },
};

/** By resource. */
export const OWN: Readonly<Record<string, OwnRecords>> = {
  appointments,
  archive: appointments,
};
