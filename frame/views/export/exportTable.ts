import type { AnyResource } from '../../config/resource.ts';
import { isSystemField } from '../../config/systemFields.ts';
import { type Field, type IntlShape, labelText } from '../../fields/kind.ts';
import { displayedValue } from '../../fields/labels.ts';
import { joinMany } from '../../fields/many.ts';
import { showValue } from '../../fields/show.ts';
import { words } from '../../i18n/say.ts';
import type { AnyRecord } from '../../wire/binding.ts';

/** What no export has a column for: a record in a list comes without its rows. */
const isLeftOut = ({ kind }: Field) => kind.name === 'password' || kind.storage === 'children';

/** The fields that an export has a column for. */
export const exportedFields = ({ fields }: AnyResource): [string, Field][] =>
  Object.entries(fields).filter(([name, field]) => !isLeftOut(field) && !isSystemField(name, field));

/** Records as rows of texts, as people read them, below the names of the fields. `valueAt` gives what a field shows. */
export function exportTable(
  resource: AnyResource,
  records: readonly AnyRecord[],
  intl: IntlShape,
  valueAt: (record: AnyRecord, name: string) => unknown = displayedValue,
): string[][] {
  const fields = exportedFields(resource);
  const head = fields.map(([name, { label }]) =>
    label ? labelText(label, intl) : intl.t(`resources.${resource.name}.fields.${name}`, { _: words(name) }),
  );
  const rows = records.map((record) =>
    fields.map(([name, field]) => {
      const shown = showValue(field, valueAt(record, name), intl);
      if (!shown) return '';
      const text = field.kind.storage === 'links' && shown.chips ? joinMany(shown.chips) : shown.text;
      return [text, shown.under].filter(Boolean).join(' ');
    }),
  );
  return [head, ...rows];
}
