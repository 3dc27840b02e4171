import { isDeepStrictEqual } from 'node:util';
import { findAbsentFields, getFieldCondition } from '../../../config/conditionalFields.ts';
import type { EntryConfig } from '../../../config/resource.ts';
import { mayRead } from '../../../config/rights.ts';
import { hasNoValue } from '../../../config/validate.ts';
import { isDayField } from '../../../fields/kind.ts';
import { toLine } from '../../../fields/showValue.ts';
import { explainWhere } from '../../../where/explainWhere.ts';
import type { Condition } from '../../../where/where.ts';
import { requiredMessage } from '../../../wire/validationRules.ts';
import { HttpError, type Sentence } from '../../base/httpError.ts';
import { getFieldLabel, getServerTexts } from '../../base/serverTexts.ts';
import { nameField } from '../access/fieldAccess.ts';
import type { OperationContext } from '../read/operationContext.ts';
import type { RecordValues } from '../schema/recordRow.ts';
import { toComparable } from './refuseUnwritable.ts';

/** A record before and after a write. */
export interface ConditionalValues {
  /** Values that a person sent. */
  sent?: RecordValues | undefined;
  /** The record before the write; undefined for a new one. */
  current?: RecordValues;
  /** The record after the write, without the values of fields whose `when` is false. */
  complete: RecordValues;
  /** The form entries that the values come from. */
  entries?: ReadonlyMap<string, EntryConfig<string>>;
}

/** Explains to the sender of a request when a field can be filled in. */
function explainCondition(context: OperationContext, name: string, condition: Condition): Sentence {
  const { resource } = context.collection;
  const { language, translate } = getServerTexts(context.request?.headers['accept-language']);
  const labelOf = (field: string) => getFieldLabel(resource, field, language);
  const intl = { t: translate, locale: language };
  const formatValue = (field: string, value: unknown) =>
    toLine(resource.fields[field]?.kind.show(value, resource.fields[field], intl)) || String(value);
  const isDay = (field: string) => isDayField(resource.fields[field]);
  const text = explainWhere(condition, { labelOf, formatValue, isDay, translate });
  return { message: 'server.onlyIf', args: { name: labelOf(name), condition: text } };
}

/**
 * Throws an HttpError (400) at values that a person sent for fields whose `when` is false. Also at required fields that
 * have no value, because this write makes their `when` true or removes the value.
 */
export function refuseConditionalValues(
  context: OperationContext,
  { sent = {}, current, complete, entries }: ConditionalValues,
): void {
  const { resource } = context.collection;
  const { fields } = resource;
  if (Object.values(fields).every(({ when }) => !when)) return;
  const absent = findAbsentFields(fields, complete);
  const formerlyAbsent = findAbsentFields(fields, current ?? {});
  const errors: Record<string, Sentence> = {};
  for (const [name, field] of Object.entries(fields)) {
    const condition = getFieldCondition(field);
    if (!condition) continue;
    const mayKnow = mayRead(resource, context.account.role, name);
    if (absent.has(name)) {
      // Clients such as react-admin send the whole record.
      const repeated = current ? mayKnow && current[name] : field.default;
      const isRepeated = isDeepStrictEqual(toComparable(sent[name]), toComparable(repeated));
      if (!hasNoValue(field, sent[name]) && !isRepeated) errors[name] = explainCondition(context, name, condition);
    } else if (mayKnow && (field.required || entries?.get(name)?.required) && hasNoValue(field, complete[name])) {
      const isRemoved = Object.hasOwn(sent, name) || !hasNoValue(field, current?.[name]);
      if (!current || formerlyAbsent.has(name) || isRemoved) errors[name] = nameField(resource, requiredMessage(name));
    }
  }
  const [first] = Object.values(errors);
  if (first) throw new HttpError(400, first.message, { ...(first.args && { args: first.args }), errors });
}
