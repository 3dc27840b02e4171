import type { AnyResource } from '../../config/resource.ts';
import { isSystemField } from '../../config/systemFields.ts';
import { getDisplayedValue } from '../../fields/displayedValue.ts';
import { isMoney } from '../../fields/fieldTypes.ts';
import { type Field, type IntlShape, translateLabel } from '../../fields/kind.ts';
import { formatMultiValue } from '../../fields/multiValue.ts';
import { showValue } from '../../fields/showValue.ts';
import { splitWords } from '../../i18n/translateMessage.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { hasDecimals } from '../../wire/wireValues.ts';

/** Records in lists come without child rows. */
const isExcluded = ({ kind, exported, read }: Field) =>
  exported === false || read?.length === 0 || kind.hidden === 'always' || kind.storage === 'children';

/** Spreadsheets add plain numbers only. A fourth decimal, as Spanish reads three as thousands. */
const formatAmount = (amount: number) => amount.toFixed(hasDecimals(amount, 2) ? 2 : 4);

export const getExportedFields = ({ fields }: AnyResource): [string, Field][] =>
  Object.entries(fields).filter(([name, field]) => !isExcluded(field) && !isSystemField(name, field));

/** Formats records as rows of texts below the field names. `valueAt` returns a field's value to display. */
export function toExportTable(
  resource: AnyResource,
  records: readonly AnyRecord[],
  intl: IntlShape,
  valueAt: (record: AnyRecord, name: string) => unknown = getDisplayedValue,
): string[][] {
  const fields = getExportedFields(resource);
  const head = fields.map(([name, { label }]) =>
    label ? translateLabel(label, intl) : intl.t(`resources.${resource.name}.fields.${name}`, { _: splitWords(name) }),
  );
  const rows = records.map((record) =>
    fields.map(([name, field]) => {
      const value = valueAt(record, name);
      if (isMoney(field) && typeof value === 'number') return formatAmount(value);
      const shown = showValue(field, value, intl);
      if (!shown) return '';
      const text = field.kind.storage === 'links' && shown.chips ? formatMultiValue(shown.chips) : shown.text;
      return [text, shown.secondary].filter(Boolean).join(' ');
    }),
  );
  return [head, ...rows];
}
