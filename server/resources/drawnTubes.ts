import { defineHooks, type TransactionHookContext } from 'portal-frame/server';
import type { CustodyCode } from '../../src/wire/custodyApi.ts';
import type { TubeState } from '../../src/wire/orderApi.ts';
import { recordServerStep } from '../custody/append.ts';
import { requestRedraw } from '../orders/redraw.ts';
import { notifyRejected } from '../orders/tubeNotices.ts';
import { findVisitId } from '../orders/tubeRows.ts';
import { findTubeStability } from '../orders/tubeStability.ts';

/** Computes the tube's tests and deadline (`TubeStability`) from its order, kind and drawing time. */
const computeTubeFields = ({ db, services, id, values, before }: TransactionHookContext) => {
  const { testOrder, tubeKind, drawnAt } = { ...before, ...values };
  const tube = { testOrder: String(testOrder), tubeKind: String(tubeKind), drawnAt: Date.parse(String(drawnAt)), id };
  return findTubeStability({ ...services, db }, tube);
};

const CUSTODY_CODES: { readonly [S in TubeState]?: CustodyCode } = {
  drawn: 'S39',
  handedOver: 'S41',
  received: 'S42',
  accepted: 'S43',
  rejected: 'S44',
};

/** Recorded even if a phone did: server/custody/standing.ts relies on the server's steps. */
async function recordStep({ values, account, db, services }: TransactionHookContext): Promise<void> {
  const code = CUSTODY_CODES[values.state as TubeState];
  if (!code) return;
  const by = code === 'S39' ? String(values.drawnBy ?? account.id) : account.id;
  const visit = await findVisitId(db, services, String(values.testOrder));
  await recordServerStep(db, services, { code, label: String(values.label), visit, by });
}

const toOrders = ({ records }: Pick<TransactionHookContext, 'records'>) => ({
  create: (values: Record<string, unknown>) => records.create('testOrders', values),
  update: (id: string, values: Record<string, unknown>) => records.update('testOrders', id, values),
});

const REDRAW_ACTIONS: ReadonlySet<string> = new Set(['reject', 'lose']);

export default defineHooks({
  after: {
    create: recordStep,
    async transition(context) {
      await recordStep(context);
      if (context.action === 'reject') await notifyRejected(context);
    },
  },
  before: {
    async transition({ action, before, ...inside }) {
      return REDRAW_ACTIONS.has(action ?? '')
        ? { redraw: await requestRedraw({ ...inside, orders: toOrders(inside) }, { ...before }) }
        : {};
    },
    create: async (context) => ({ ...(await computeTubeFields(context)) }),
    async change(context) {
      const { values, before } = context;
      const moved = ['testOrder', 'tubeKind', 'drawnAt'].some(
        (field) => field in values && values[field] !== before?.[field],
      );
      return moved ? { ...(await computeTubeFields(context)) } : {};
    },
  },
});
