import type { ColumnCondition } from '../../frame/server/db/columnConditions.ts';

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

/** The pending visits that are reported done, which somebody has to complete. */
const DONE = 'appointments_done_scheduled_at';
export const doneIndex = `create index ${DONE} on appointments (scheduled_at) where ${CONDITIONS.pending} and visit_state = 'done'`;

const isDone = ({ column, operator: test, value, isLiteral: fixed }: ColumnCondition) =>
  column === 'visit_state' && test === '=' && value === 'done' && fixed;

/** What it narrows to, the fewest first as far as one can know: what is still to be done, one's own, one place's. */
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

/** The index to read a list along: in its order, but for a stretch of time, which is found first and then sorted. */
export function indexFor(facts: readonly ColumnCondition[], order: string): string | undefined {
  if (facts.some(({ column }) => column === 'id')) return undefined;
  const along = facts.some(({ column }) => column === 'scheduled_at') ? 'scheduled_at' : (order as Order);
  if (!(along in INDEXES)) return undefined;
  if (facts.some(isDone)) return DONE;
  const found = narrowings(facts).filter((one) => INDEXES[along].includes(one));
  const isPending = facts.some((one) => one.isLiteral && one.operator === '=' && one.value === 'Pending');
  if (along === 'scheduled_at' && isPending && found[0] === '') return PENDING;
  return nameOf(along, found[0] ?? '');
}
