import type { ColumnCondition } from 'portal-frame/server/database';

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

const nameOf = (order: Order, by: By | '') => `appointments_by_${by ? `${by}_` : ''}${order}`;

function definition(order: Order, by: By | ''): string {
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

export const indexSteps: readonly string[] = [
  ...REPLACED,
  ...Object.entries(INDEXES).flatMap(([order, all]) => all.map((by) => definition(order as Order, by))),
];

const PENDING = 'appointments_pending_scheduled_at';
export const pendingIndex = `create index ${PENDING} on appointments (scheduled_at, employee_id) where ${CONDITIONS.pending}`;

const DONE = 'appointments_done_scheduled_at';
export const doneIndex = `create index ${DONE} on appointments (scheduled_at) where ${CONDITIONS.pending} and visit_state = 'done'`;

const isDone = ({ column, operator: test, value, isLiteral: fixed }: ColumnCondition) =>
  column === 'visit_state' && test === '=' && value === 'done' && fixed;

/** Returns usable filter columns, the most selective first. */
function narrowings(facts: readonly ColumnCondition[]): (By | '')[] {
  const hasFact = (column: string, test: ColumnCondition['operator'], value?: string) =>
    facts.some((one) => one.column === column && one.operator === test && (value === undefined || one.value === value));
  const candidates: [By, boolean][] = [
    ['status', hasFact('status', '=', 'Pending')],
    ['employee_id', hasFact('employee_id', '=')],
    ['laboratory_id', hasFact('laboratory_id', '=')],
    ['laboratory', hasFact('laboratory', '=')],
    ['employee_id', hasFact('employee_id', 'is null')],
    ['status', hasFact('status', '=')],
    ['tracked', hasFact('tracking_image', 'is not null')],
    ['archived', hasFact('status', '<>', 'Pending')],
    ['priority', hasFact('priority', '=')],
  ];
  return [...candidates.filter(([, applies]) => applies).map(([by]) => by), ''];
}

/** Chooses the index for a list: in its sort order, or by time if the time is filtered. */
export function indexFor(facts: readonly ColumnCondition[], order: string): string | undefined {
  if (facts.some(({ column }) => column === 'id')) return undefined;
  const along = facts.some(({ column }) => column === 'scheduled_at') ? 'scheduled_at' : (order as Order);
  if (!(along in INDEXES)) return undefined;
  const isPending = facts.some(
    ({ column, operator, value, isLiteral }) =>
      column === 'status' && operator === '=' && value === 'Pending' && isLiteral,
  );
  if (isPending && facts.some(isDone)) return DONE;
  const found = narrowings(facts).filter((one) => INDEXES[along].includes(one));
  if (along === 'scheduled_at' && isPending && found[0] === '') return PENDING;
  return nameOf(along, found[0] ?? '');
}
