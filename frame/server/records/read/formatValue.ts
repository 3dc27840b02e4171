import type { AnyResource } from '../../../config/resource.ts';
import { getDisplayedValue } from '../../../fields/displayedValue.ts';
import { showValue, toLine } from '../../../fields/showValue.ts';
import type { AnyRecord } from '../../../wire/binding.ts';
import type { RequestTexts } from '../../base/serverTexts.ts';
import type { RecordValues } from '../schema/recordRow.ts';

/** Formats a value as the portal shows it. */
export function formatValue(
  resource: AnyResource,
  record: RecordValues,
  name: string,
  { translate, language }: Pick<RequestTexts, 'translate' | 'language'>,
  timeZone: string,
): string {
  const value = getDisplayedValue(record as AnyRecord, name);
  if (value !== record[name]) return [value ?? ''].flat().join(', ');
  return toLine(showValue(resource.fields[name], value, { t: translate, locale: language, timeZone }));
}
