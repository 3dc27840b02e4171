import type { ValuesOf } from 'portal-frame';
import { defineHooks, type TransactionHookContext } from 'portal-frame/server';
import drawnTubes from '../../resources/drawnTubes.ts';
import { requestRedraw } from '../redraw.ts';
import { findTubeStability } from '../tubeStability.ts';

type Tube = ValuesOf<typeof drawnTubes>;

/** Computes the tube's tests and deadline (`TubeStability`) from its order, kind and drawing time. */
const computeTubeFields = (
  { db, services, id }: Pick<TransactionHookContext, 'db' | 'services' | 'id'>,
  { testOrder, tubeKind, drawnAt }: Pick<Tube, 'testOrder' | 'tubeKind' | 'drawnAt'>,
) => findTubeStability({ ...services, db }, { testOrder, tubeKind, drawnAt: Date.parse(drawnAt), id });

export default defineHooks(drawnTubes, {
  before: {
    async transition({ action, before, ...inside }) {
      if (action !== 'reject' && action !== 'lose') return {};
      return { redraw: await requestRedraw(inside, before) };
    },
    create: (context) => computeTubeFields(context, context.values),
    async change(context) {
      const { values, before } = context;
      const fields = ['testOrder', 'tubeKind', 'drawnAt'] as const;
      const moved = fields.some((field) => field in values && values[field] !== before[field]);
      return moved ? computeTubeFields(context, { ...before, ...values }) : {};
    },
  },
});
