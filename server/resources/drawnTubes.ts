import { defineHooks, type InsideContext, type Services } from 'portal-frame/server';
import { schemaDb } from '../../frame/server/records/schema/collectionDb.ts';
import type { CustodyCode } from '../../src/wire/custody.ts';
import type { TubeState } from '../../src/wire/orders.ts';
import { recordCustody } from '../custody/append.ts';
import { heldBy } from '../orders/held.ts';
import { drawAgain } from '../orders/redraw.ts';
import { notifyRejected } from '../orders/tubeNotices.ts';
import { visitOf } from '../orders/tubeRows.ts';

/** What the tube is drawn for is computed from its order, its kind and its time. */
const held = ({ db, services, id, values, before }: InsideContext) => {
  const { testOrder, tubeKind, drawnAt } = { ...before, ...values };
  return heldBy(
    { ...services, db: db as unknown as Services['db'] },
    { testOrder: String(testOrder), tubeKind: String(tubeKind), drawnAt: Date.parse(String(drawnAt)), id },
  );
};

/** The step that brings a tube into a state. That one is missing or lost is no step: its hand-over and its history say so. */
const STEPS: { readonly [S in TubeState]?: CustodyCode } = {
  drawn: 'S39',
  handedOver: 'S41',
  received: 'S42',
  accepted: 'S43',
  rejected: 'S44',
};

/** Records the step in the chain of the server, whatever a phone recorded of it: server/custody/standing.ts goes by these. */
async function record({ values, account, db, services }: InsideContext): Promise<void> {
  const code = STEPS[values.state as TubeState];
  if (!code) return;
  const by = code === 'S39' ? String(values.drawnBy ?? account.id) : account.id;
  const visit = await visitOf(db, services, String(values.testOrder));
  await recordCustody(schemaDb(db), services, { code, label: String(values.label), visit, by });
}

/** The transitions after which a tube is drawn again. */
const AGAIN: ReadonlySet<string> = new Set(['reject', 'lose']);

export default defineHooks({
  after: {
    create: record,
    async transition(context) {
      await record(context);
      if (context.action === 'reject') await notifyRejected(context);
    },
  },
  before: {
    /** What is rejected or lost is drawn again. */
    async transition({ action, before, ...inside }) {
      return AGAIN.has(action ?? '') ? { redraw: await drawAgain(inside, { ...before }) } : {};
    },
    create: async (context) => ({ ...(await held(context)) }),
    async change(context) {
      const { values, before } = context;
      const moved = ['testOrder', 'tubeKind', 'drawnAt'].some(
        (field) => field in values && values[field] !== before?.[field],
      );
      return moved ? { ...(await held(context)) } : {};
    },
  },
});
