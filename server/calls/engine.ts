import { findTransitionTo } from '../../frame/config/actions.ts';
import { HttpError } from '../../frame/server/base/httpError.ts';
import { runActionWithin } from '../../frame/server/records/operations/runAction.ts';
import { runInTransaction } from '../../frame/server/records/operations/runInTransaction.ts';
import { createContext, type SignedInCall } from '../../frame/server/records/read/operationContext.ts';
import type { RecordValues } from '../../frame/server/records/schema/recordRow.ts';
import { readCurrentRecord } from '../../frame/server/records/write/childRecords.ts';
import type { Services } from '../../frame/server/services.ts';

/** Runs the transition to a state and returns the updated record. */
export async function moveTo(
  name: string,
  id: string,
  state: string,
  calling: SignedInCall,
  services: Services,
): Promise<RecordValues> {
  const scene = createContext(services, name, calling);
  const transition = findTransitionTo(scene.collection.resource, calling.account.role, state);
  if (!transition) throw new HttpError(403, 'server.forbidden');
  const { row: changed } = await runInTransaction(scene, async (write) => {
    const done = await runActionWithin(write, transition, id, {});
    await calling.note(write.db);
    return done;
  });
  return readCurrentRecord(scene, changed);
}
