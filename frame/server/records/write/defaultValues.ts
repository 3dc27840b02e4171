import { computeFields, resolveValue, type ValueContext, validateRecord } from '../../../config/dynamicValues.ts';
import { isBlank } from '../../../config/validate.ts';
import { HttpError } from '../../base/httpError.ts';
import { getToday } from '../../base/time.ts';
import { getWritableFields } from '../access/fieldAccess.ts';
import type { OperationContext } from '../read/operationContext.ts';
import type { RecordValues } from '../schema/recordRow.ts';

/** What values of the config computed from the moment are made of. */
export function createComputeContext(
  { services, account }: Pick<OperationContext, 'services' | 'account'>,
  values: RecordValues,
): ValueContext {
  const now = new Date();
  const day = getToday(services.config.timeZone, now.getTime());
  return { now: now.toISOString(), today: day, me: account.id, values };
}

/** What was sent for a new record, with the defaults that are functions where nothing was, or nothing may be. */
export function applyDefaults({ collection, ...scene }: OperationContext, sent: RecordValues): RecordValues {
  const filled = { ...sent };
  const open = getWritableFields(collection.resource, scene.account.role, 'create');
  for (const [name, { default: standard }] of Object.entries(collection.resource.fields))
    if (typeof standard === 'function' && (!open.has(name) || isBlank(sent[name])))
      filled[name] = resolveValue(standard, createComputeContext(scene, sent)) ?? null;
  return filled;
}

/**
 * Adds what is computed from the values that a record will have, and checks them together. Throws a Refusal (400) with a
 * message per invalid field.
 */
export function completeValues(
  { collection: { resource } }: OperationContext,
  values: RecordValues,
  current: RecordValues,
): RecordValues {
  const complete = computeFields(resource, { ...current, ...values });
  const errors = validateRecord(resource, complete);
  const [first] = Object.values(errors);
  if (first) throw new HttpError(400, first, { errors });
  const computed = Object.entries(resource.fields).filter(([, { compute }]) => compute);
  return { ...values, ...Object.fromEntries(computed.map(([name]) => [name, complete[name]])) };
}
