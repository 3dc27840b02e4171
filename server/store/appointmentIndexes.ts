import type { AppointmentFilter } from './appointmentFilter.ts';

type Order = 'created_at' | 'patient_key' | 'scheduled_at';
type By = 'status' | 'employee_id' | 'laboratory_id' | 'laboratory' | 'priority' | 'archived' | 'tracked';

/**
 * Conditions that an index is made for; a query uses it where it says the same in the same words. Both are literal:
 * SQLite does not look into parameters.
 */
export const CONDITIONS = {
  archived: "status <> 'Pending'",
  pending: "status = 'Pending'",
  tracked: 'tracking_image is not null',
} as const;

/** What lists are read along, by their order: the appointments that `by` narrows to, or all of them (''). */
const INDEXES: Record<Order, readonly (By | '')[]> = {
  created_at: ['', 'status', 'employee_id', 'laboratory_id', 'laboratory', 'priority', 'archived', 'tracked'],
  // Names lie evenly among the other kinds, so that a page is soon full without an index for each.
  patient_key: ['', 'status', 'employee_id', 'laboratory_id', 'laboratory'],
  scheduled_at: ['', 'employee_id', 'laboratory_id'],
};

const nameOf = (order: Order, by: By | '') => `appointments_by_${by ? `${by}_` : ''}${order}`;

function definition(order: Order, by: By | ''): string {
  const condition = by === 'archived' || by === 'tracked' ? CONDITIONS[by] : undefined;
  // Weeks are counted from the index alone, per laboratory.
  const last = order === 'scheduled_at' ? 'laboratory_id' : 'id';
  const columns = [...(by && !condition ? [by] : []), order, ...(by === last ? [] : [last])];
  const where = condition ? ` where ${condition}` : '';
  return `create index ${nameOf(order, by)} on appointments (${columns.join(', ')})${where}`;
}

/** Indexes of the first schema that these take the place of. */
const REPLACED = ['created', 'patient', 'status', 'scheduled', 'employee', 'employee_status', 'employee_scheduled']
  .concat(['laboratory', 'laboratory_status', 'laboratory_scheduled'])
  .map((name) => `drop index appointments_${name}`);

export const indexSteps: readonly string[] = [
  ...REPLACED,
  ...Object.entries(INDEXES).flatMap(([order, all]) => all.map((by) => definition(order as Order, by))),
];

/** The pending visits by their time: what is late, what is still to come, and who is busy when. */
const PENDING = 'appointments_pending_scheduled_at';
export const pendingIndex = `create index ${PENDING} on appointments (scheduled_at, employee_id) where ${CONDITIONS.pending}`;

/** What the filter narrows to, the fewest first as far as one can know: what is still to be done, one's own, one place's. */
function narrowings(filter: AppointmentFilter): (By | '')[] {
  const { owner, status } = filter;
  const wanted: [By, unknown][] = [
    ['status', status === 'Pending' || filter.pending],
    ['employee_id', owner?.column === 'employee_id' || filter.employeeId !== undefined],
    ['laboratory_id', owner?.column === 'laboratory_id'],
    ['laboratory', filter.laboratory],
    ['employee_id', filter.assigned === false],
    ['status', status],
    ['tracked', filter.tracking],
    ['archived', filter.archived],
    ['priority', filter.priority],
  ];
  return [...wanted.filter(([, given]) => given).map(([by]) => by), ''];
}

/** The index to read a list along: in its order, but for a stretch of time, which is found first and then sorted. */
export function indexFor(filter: AppointmentFilter, order: Order): string | undefined {
  if (filter.id !== undefined) return undefined;
  const along = filter.scheduled ? 'scheduled_at' : order;
  const own = filter.owner ?? filter.employeeId ?? (filter.assigned === false ? '' : undefined);
  if (along === 'scheduled_at' && filter.pending && own === undefined) return PENDING;
  const by = narrowings(filter).find((one) => INDEXES[along].includes(one)) ?? '';
  return nameOf(along, by);
}
