import { choice, defineResource, longText, money, type RecordOf, read, reference, toggle } from 'portal-frame';
import { labelValues, RULE_KINDS, SIDES } from '../../money/wire/moneyKinds.ts';

const CHANGES = ['waive', 'add', 'credit'] as const;

/**
 * Decisions of admins about charges and pay: a line of a visit is waived, or an amount added or credited. The ledger
 * follows by reversals and entries (server/ledgerAdjustments.ts).
 */
const adjustments = defineResource({
  name: 'adjustments',
  icon: 'payments',
  order: false,
  feature: 'money',
  dependsOn: ['ledgerEntries'],
  title: '{change} {reason}',
  fields: {
    visit: reference({ to: 'appointments', onDelete: 'keep' }),
    /** The amount comes to the next invoice of its payer. */
    invoice: reference({
      to: 'invoices',
      text: '{number} · {payer}',
      where: { state: ['sent', 'partlyPaid', 'paid'] },
      onDelete: 'keep',
      when: { visit: null },
    }),
    change: choice({ choices: CHANGES, values: labelValues(CHANGES, 'adjustments'), required: true }),
    side: choice({
      choices: SIDES,
      values: labelValues(SIDES, 'sides'),
      required: true,
      default: 'charge',
      when: { visit: { exists: true } },
    }),
    /** The line that is waived. */
    kind: choice({
      choices: RULE_KINDS,
      values: labelValues(RULE_KINDS, 'kinds'),
      required: true,
      when: { change: 'waive' },
    }),
    amount: money({ min: 0.01, required: true, when: { change: ['add', 'credit'] } }),
    /** Records an amount although the same one is recorded. */
    recordAgain: toggle({ read: ['admin'], exported: false, when: { change: ['add', 'credit'] } }),
    reason: longText({ required: true, most: 400, help: 'resources.adjustments.reasonHelp' }),
    state: choice({
      choices: ['standing', 'withdrawn'],
      values: {
        standing: { label: 'money.states.standing', tone: 'success', icon: 'check' },
        withdrawn: { label: 'money.states.withdrawn', tone: 'default', icon: 'cancel' },
      },
      chip: true,
      required: true,
    }),
    /** Why it was withdrawn. */
    withdrawal: longText({ most: 400 }),
  },
  validate: ({ visit, invoice, change }) =>
    visit || (invoice && change !== 'waive') ? {} : { visit: 'resources.adjustments.aboutMissing' },
  history: true,
  list: {
    columns: [
      ...(['createdAt', 'change'] as const),
      ...(['visit', 'invoice', 'kind', 'amount'] as const).map((field) => ({ field, hideEmpty: true })),
      'reason',
      'state',
    ],
    filters: ['state', 'change', 'visit', 'invoice'],
    sortable: ['createdAt'],
    sort: { field: 'createdAt', order: 'DESC' },
  },
  show: {
    chips: ['state'],
    groups: {
      adjustment: [
        'change',
        ...(['visit', 'invoice', 'side', 'kind', 'amount'] as const).map((field) => ({ field, hideEmpty: true })),
        'reason',
        { field: 'withdrawal', hideEmpty: true },
        {
          ...{ field: 'state', label: 'money.lines', wide: true },
          component: () => import('../browser/AdjustmentLines.tsx'),
        },
      ],
    },
  },
  create: {
    groups: {
      about: ['visit', 'invoice'],
      adjustment: [
        'change',
        'side',
        'kind',
        'amount',
        { field: 'reason', wide: true },
        { field: 'recordAgain', input: () => import('../../../src/pages/NoInput.tsx') },
      ],
    },
  },
  states: {
    field: 'state',
    start: 'standing',
    transitions: {
      withdraw: {
        from: 'standing',
        to: 'withdrawn',
        inputs: ['withdrawal'],
        question: 'resources.adjustments.withdrawQuestion',
      },
    },
  },
  roles: { admin: { list: '/adjustments', form: '/add-adjustment', can: [read, 'create', 'withdraw'] } },
});

export default adjustments;

declare module 'portal-frame' {
  interface Collections {
    adjustments: RecordOf<typeof adjustments>;
  }
}
