import type { ValuesOf } from 'portal-frame';
import { defineHooks, type TransactionHookContext } from 'portal-frame/server';
import type { TubeState } from '../../../src/wire/orderApi.ts';
import drawnTubes from '../../orders/resources/drawnTubes.ts';
import { findVisitId } from '../../orders/server/tubeRows.ts';
import type { CustodyCode } from '../wire/custodyApi.ts';
import { recordServerStep } from './appendCustody.ts';

const CUSTODY_CODES: { readonly [S in TubeState]?: CustodyCode } = {
  drawn: 'S39',
  handedOver: 'S41',
  received: 'S42',
  accepted: 'S43',
  rejected: 'S44',
};

type StepContext = Pick<TransactionHookContext, 'account' | 'db' | 'services'> & {
  values: Readonly<ValuesOf<typeof drawnTubes>>;
};

/** Records the tube's state as the server's own step, even if a phone did: countedSteps.ts relies on these. */
async function recordStep({ values, account, db, services }: StepContext): Promise<void> {
  const code = values.state && CUSTODY_CODES[values.state];
  if (!code) return;
  const by = code === 'S39' ? (values.drawnBy ?? account.id) : account.id;
  const visit = await findVisitId(db, services, values.testOrder);
  await recordServerStep(db, services, { code, label: values.label, visit, by });
}

export default defineHooks(drawnTubes, { after: { create: recordStep, transition: recordStep } });
