import { transitionTo } from '../../frame/config/actions.ts';
import { Refusal } from '../../frame/server/base/refusal.ts';
import { changeBy } from '../../frame/server/records/operations/runAction.ts';
import { type Calling, sceneOf } from '../../frame/server/records/read/operationContext.ts';
import { schemaDb } from '../../frame/server/records/schema/collectionDb.ts';
import type { Values } from '../../frame/server/records/schema/recordRow.ts';
import { recordOf } from '../../frame/server/records/write/childRecords.ts';
import { afterCommit } from '../../frame/server/records/write/runHooks.ts';
import { changing } from '../../frame/server/records/write/writeTransaction.ts';
import type { Services } from '../../frame/server/services.ts';

/** Does the transition that leads to a state, for a call that names the state, and gives the record as it is then. */
export async function moveTo(
  name: string,
  id: string,
  state: string,
  calling: Calling,
  services: Services,
): Promise<Values> {
  const scene = sceneOf(services, name, calling);
  const transition = transitionTo(scene.collection.resource, calling.account.role, state);
  if (!transition) throw new Refusal(403, 'server.forbidden');
  const { changed } = await changing(scene, async (db, publish) => {
    const done = await changeBy(scene, db, publish, transition, id, {});
    await calling.note(schemaDb(db));
    return done;
  });
  await afterCommit(scene, scene.done);
  return recordOf(scene, changed);
}
