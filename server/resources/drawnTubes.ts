import { defineHooks, type InsideContext } from '../collections/hooks.ts';
import { heldBy } from '../orders/held.ts';
import { drawAgain } from '../orders/redraw.ts';
import type { Services } from '../services.ts';

/** What the tube is drawn for follows from its order, its kind and its time. */
const held = ({ db, services, id, values, before }: InsideContext) => {
  const { testOrder, tubeKind, drawnAt } = { ...before, ...values };
  return heldBy(
    { ...services, db: db as unknown as Services['db'] },
    { testOrder: String(testOrder), tubeKind: String(tubeKind), drawnAt: Date.parse(String(drawnAt)), id },
  );
};

export default defineHooks({
  before: {
    /** What is rejected is drawn again. */
    async transition({ action, before, ...inside }) {
      return action === 'reject' ? { redraw: await drawAgain(inside, { ...before }) } : {};
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
