import { type About, crossErrors, given, withComputed } from '../../../config/given.ts';
import { isMissing } from '../../../config/validate.ts';
import { Refusal } from '../../base/refusal.ts';
import { today } from '../../base/time.ts';
import { writable } from '../access/fieldAccess.ts';
import type { Scene } from '../read/operationContext.ts';
import type { Values } from '../schema/recordRow.ts';

/** What values of the config computed from the moment are made of. */
export function aboutOf({ services, account }: Pick<Scene, 'services' | 'account'>, values: Values): About {
  const now = new Date();
  const day = today(services.config.timeZone, now.getTime());
  return { now: now.toISOString(), today: day, me: account.id, values };
}

/** What was sent for a new record, with the defaults that are functions where nothing was, or nothing may be. */
export function withDefaults({ collection, ...scene }: Scene, sent: Values): Values {
  const filled = { ...sent };
  const open = writable(collection.resource, scene.account.role, 'create');
  for (const [name, { default: standard }] of Object.entries(collection.resource.fields))
    if (typeof standard === 'function' && (!open.has(name) || isMissing(sent[name])))
      filled[name] = given(standard, aboutOf(scene, sent)) ?? null;
  return filled;
}

/**
 * Adds what is computed from the values that a record will have, and checks them together. Throws a Refusal (400) with a
 * message per invalid field.
 */
export function completed({ collection: { resource } }: Scene, values: Values, current: Values): Values {
  const complete = withComputed(resource, { ...current, ...values });
  const errors = crossErrors(resource, complete);
  const [first] = Object.values(errors);
  if (first) throw new Refusal(400, first, { errors });
  const computed = Object.entries(resource.fields).filter(([, { compute }]) => compute);
  return { ...values, ...Object.fromEntries(computed.map(([name]) => [name, complete[name]])) };
}
