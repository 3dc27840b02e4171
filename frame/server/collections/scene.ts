import type { Call } from '../../wire/call.ts';
import type { InputOf } from '../http/handler.ts';
import type { Services } from '../services.ts';
import { collectionOf } from './ask.ts';
import type { Scene } from './changes.ts';

/** What a handler is given, of a call whose person is known. */
export type Calling = Pick<InputOf<Call>, 'account' | 'request' | 'note' | 'tried'>;

/**
 * The scene of a change to a collection, for a call that makes it; with `of` another one in the same transaction, so
 * that what is called once it is committed, and noted with it, comes together.
 */
export function sceneOf(
  services: Services,
  name: string,
  { account, request, note, tried }: Calling,
  of?: Pick<Scene, 'done' | 'along' | 'freed'>,
): Scene {
  const { done, along, freed } = of ?? { done: [], along: [], freed: [] };
  const collection = collectionOf(services, name);
  const { collections } = services;
  return {
    services,
    collection,
    collections,
    account,
    audit: { note, tried },
    request,
    log: request.log,
    done,
    along,
    freed,
  };
}
