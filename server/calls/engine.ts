import { findTransitionTo } from 'portal-frame';
import {
  createContext,
  type RecordValues,
  readCurrentRecord,
  runActionWithin,
  runInTransaction,
  type SignedInCall,
} from 'portal-frame/internal/records';
import { HttpError, type Services } from 'portal-frame/server';

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
