import { transitionTo } from '../../src/config/actions.ts';
import { changeBy } from '../collections/actions.ts';
import { collectionOf } from '../collections/ask.ts';
import { changing, recordOf, type Scene } from '../collections/changes.ts';
import { afterCommit } from '../collections/hooks.ts';
import type { Values } from '../collections/records.ts';
import { schemaDb } from '../collections/tables.ts';
import type { Input } from '../http/handler.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';

/** What a handler is given, of a call whose person is known. */
type Calling = Pick<Input<'transactions'>, 'account' | 'request' | 'note' | 'tried'>;

/** A record under the name that the wire has for its id. What else of it a reply has its schema says. */
export const wireOf = <W extends { _id: string }>(record: Values): W => ({ _id: record.id, ...record }) as unknown as W;

/** Does the transition that leads to a state, for a call that names the state, and gives the record as it is then. */
export async function moveTo(
  name: string,
  id: string,
  state: string,
  { account, request, note, tried }: Calling,
  services: Services,
): Promise<Values> {
  const collection = collectionOf(services, name);
  const { collections } = services;
  const scene: Scene = {
    services,
    collection,
    collections,
    account,
    audit: { note, tried },
    log: request.log,
    done: [],
  };
  const transition = transitionTo(collection.resource, account.role, state);
  if (!transition) throw new Refusal(403, 'server.forbidden');
  const { changed } = await changing(scene, async (db, tell) => {
    const done = await changeBy(scene, db, tell, transition, id, {});
    await note(schemaDb(db));
    return done;
  });
  await afterCommit(scene, scene.done);
  return recordOf(scene, changed);
}
