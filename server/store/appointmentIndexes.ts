import { type Condition, isMe, toFieldComparison } from 'portal-frame/server/database';

type Order = 'created_at' | 'patient_key' | 'scheduled_at';
type By = 'status' | 'employee_id' | 'laboratory_id' | 'laboratory' | 'priority' | 'archived' | 'tracked';

/** Conditions of partial indexes. Queries must repeat them as literals, as SQLite does not look into parameters. */
export const CONDITIONS = {
  archived: "status <> 'Pending'",
  pending: "status = 'Pending'",
  tracked: 'tracking_image is not null',
} as const;

/** Columns to filter by, per sort order; '' is the index over all appointments. */
const INDEXES: Record<Order, readonly (By | '')[]> = {
  created_at: ['', 'status', 'employee_id', 'laboratory_id', 'laboratory', 'priority', 'archived', 'tracked'],
  // Patients' names are spread evenly over other columns, so these need no index of their own.
  patient_key: ['', 'status', 'employee_id', 'laboratory_id', 'laboratory'],
  scheduled_at: ['', 'employee_id', 'laboratory_id'],
};

export const nameOf = (order: Order, by: By | '') => `appointments_by_${by ? `${by}_` : ''}${order}`;

function buildIndexSql(order: Order, by: By | ''): string {
  const condition = by === 'archived' || by === 'tracked' ? CONDITIONS[by] : undefined;
  // Weeks per laboratory are counted from the index alone.
  const last = order === 'scheduled_at' ? 'laboratory_id' : 'id';
  const columns = [...(by && !condition ? [by] : []), order, ...(by === last ? [] : [last])];
  const where = condition ? ` where ${condition}` : '';
  return `create index ${nameOf(order, by)} on appointments (${columns.join(', ')})${where}`;
}

/** Indexes of the first schema that are replaced. */
const REPLACED = ['created', 'patient', 'status', 'scheduled', 'employee', 'employee_status', 'employee_scheduled']
  .concat(['laboratory', 'laboratory_status', 'laboratory_scheduled'])
  .map((name) => `drop index appointments_${name}`);

export const listIndexSteps: readonly string[] = Object.entries(INDEXES).flatMap(([order, all]) =>
  all.map((by) => buildIndexSql(order as Order, by)),
);
export const indexSteps: readonly string[] = [...REPLACED, ...listIndexSteps];

const PENDING = 'appointments_pending_scheduled_at';
export const pendingIndex = `create index ${PENDING} on appointments (scheduled_at, employee_id) where ${CONDITIONS.pending}`;

const DONE = 'appointments_done_scheduled_at';
export const doneIndex = `create index ${DONE} on appointments (scheduled_at) where ${CONDITIONS.pending} and visit_state = 'done'`;

/**
 * Converts conditions to comparisons of a field; undefined for others. A laboratory that is `me` is compared by its
 * account, not by its name.
 */
export const readComparisons = (conditions: readonly (Condition | undefined)[]) =>
  conditions.map((one) => {
    const compared = one && toFieldComparison(one);
    return compared?.field === 'laboratory' && isMe(compared.value) ? { ...compared, field: 'account' } : compared;
  });

/** Chooses the index for a list, in its sort order or by a filtered time; undefined leaves it to the database. */
export function indexFor(conditions: readonly Condition[], order: string): string | undefined {
  const given = readComparisons(conditions).filter((one) => one !== undefined);
  if (given.some(({ field }) => field === 'id')) return undefined;
  const has = (field: string, operator: string, ...values: string[]) =>
    given.some((one) => one.field === field && one.operator === operator && values.every((of) => of === one.value));
  const isPending = has('status', 'equals', 'Pending');
  if (isPending && has('visitState', 'equals', 'done')) return DONE;
  const along = given.some(({ field }) => field === 'appointmentDateTime') ? 'scheduled_at' : (order as Order);
  if (!(along in INDEXES)) return undefined;
  // The most selective first.
  const candidates: [By, boolean][] = [
    ['status', isPending],
    ['employee_id', has('employee', 'equals')],
    ['laboratory_id', has('account', 'equals')],
    ['laboratory', has('laboratory', 'equals')],
    ['employee_id', has('employee', 'empty')],
    ['status', has('status', 'equals')],
    ['tracked', has('trackingImage', 'notEmpty')],
    ['archived', has('status', 'not', 'Pending')],
    ['priority', has('priorityLevel', 'equals')],
  ];
  const [by = ''] = candidates.flatMap(([one, applies]) => (applies && INDEXES[along].includes(one) ? [one] : []));
  return along === 'scheduled_at' && isPending && by === '' ? PENDING : nameOf(along, by);
}
