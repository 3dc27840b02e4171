import type { ValuesOf } from 'portal-frame';
import { defineHooks, type TransactionHookContext } from 'portal-frame/server';
import drawnTubes from '../../src/resources/drawnTubes.ts';
import type { CustodyCode } from '../../src/wire/custodyApi.ts';
import type { TubeState } from '../../src/wire/orderApi.ts';
import { recordServerStep } from '../custody/appendCustody.ts';
import { requestRedraw } from '../orders/redraw.ts';
import { findVisitId } from '../orders/tubeRows.ts';
import { findTubeStability } from '../orders/tubeStability.ts';

type Tube = ValuesOf<typeof drawnTubes>;

/** Computes the tube's tests and deadline (`TubeStability`) from its order, kind and drawing time. */
const computeTubeFields = (
  { db, services, id }: Pick<TransactionHookContext, 'db' | 'services' | 'id'>,
  { testOrder, tubeKind, drawnAt }: Pick<Tube, 'testOrder' | 'tubeKind' | 'drawnAt'>,
) => findTubeStability({ ...services, db }, { testOrder, tubeKind, drawnAt: Date.parse(drawnAt), id });

const CUSTODY_CODES: { readonly [S in TubeState]?: CustodyCode } = {
  drawn: 'S39',
  handedOver: 'S41',
  received: 'S42',
  accepted: 'S43',
  rejected: 'S44',
};

type StepContext = Pick<TransactionHookContext, 'account' | 'db' | 'services'> & { values: Readonly<Tube> };

/** Records the tube's state as the server's own step, even if a phone did: countedSteps.ts relies on these. */
async function recordStep({ values, account, db, services }: StepContext): Promise<void> {
  const code = values.state && CUSTODY_CODES[values.state];
  if (!code) return;
  const by = code === 'S39' ? (values.drawnBy ?? account.id) : account.id;
  const visit = await findVisitId(db, services, values.testOrder);
  await recordServerStep(db, services, { code, label: values.label, visit, by });
}

export default defineHooks(drawnTubes, {
  after: {
    create: recordStep,
    transition: recordStep,
  },
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
