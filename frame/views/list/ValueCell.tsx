import { listAvailableTransitions } from '../../config/actions.ts';
import { toEntry } from '../../config/app/entries.ts';
import { isBlank } from '../../config/validate.ts';
import type { DisplayValue } from '../../fields/kind.ts';
import { showField, useIntl } from '../../parts/intl.ts';
import { getMatchContext } from '../../parts/matchContext.ts';
import { PersonPhoto } from '../../parts/PersonPhoto.tsx';
import { StateChip } from '../../parts/StateChip.tsx';
import { Value } from '../../parts/Value.tsx';
import type { AnyRecord } from '../../wire/binding.ts';
import { RowActionCell } from '../action/RowActionCell.tsx';
import { StateMenu } from '../action/StateMenu.tsx';
import { isAllowed, meetsConditions } from '../shared/canAccess.ts';
import type { Column } from '../shared/listColumns.ts';
import { useView } from '../shared/ResourceViewContext.tsx';

interface ValueCellProps {
  column: Column;
  record: AnyRecord;
  /** For one line, if there is no column to keep narrow. */
  inline?: boolean;
}

/** Shows one value of a row, with the photo before it or as the control that changes it. */
export function ValueCell({ column, record, inline }: ValueCellProps) {
  const { resource, role } = useView();
  const field = resource.fields[column.field];
  if (!field || (column.hideEmpty && isBlank(record[column.field]))) return null;
  const action = column.action && resource.actions?.[column.action];
  if (action && column.action && isAllowed(resource, role, column.action) && meetsConditions(resource, action, record))
    return <RowActionCell action={column.action} record={record} />;
  if (
    column.field === resource.states?.field &&
    listAvailableTransitions(resource, role, record, getMatchContext()).length > 0
  )
    return <StateMenu record={record} />;
  const value = (
    <Value
      field={field}
      source={column.field}
      record={record}
      missing={column.placeholder}
      component={column.component}
      compact
      inline={inline}
    />
  );
  if (!column.photo) return value;
  return (
    <div className="person">
      <PersonPhoto name={String(record[column.field] ?? '')} image={record[column.photo] as string | null} />
      <div className="person-words">
        <div className="person-name">{value}</div>
        <SecondaryLines column={column} record={record} />
      </div>
    </div>
  );
}

/** Shows a value with the column's secondary fields below it. */
export function StackedCell({ column, record }: ValueCellProps) {
  const cell = <ValueCell column={column} record={record} />;
  if (column.photo || !(column.secondary?.length || column.stacked?.length)) return cell;
  return (
    <div className="stacked">
      {cell}
      <SecondaryLines column={column} record={record} />
    </div>
  );
}

/** Shows a column's secondary fields and the columns that do not fit: texts, then chips. */
export function SecondaryLines({ column: { secondary = [], stacked = [] }, record }: ValueCellProps) {
  const { resource } = useView();
  const intl = useIntl();
  if (secondary.length + stacked.length === 0) return null;
  const columns = resource.list.columns.map((one) => toEntry<Column>(one));
  const findColumn = (field: string) => columns.find((one) => one.field === field);
  // Only a component knows what it shows of the value.
  const custom = stacked.filter(({ field }) => findColumn(field)?.component);
  const plain = stacked.filter((one) => !custom.includes(one));
  const entries: { field: string; label?: string }[] = [...secondary.map((field) => ({ field })), ...plain];
  const shown = entries.flatMap(({ field: name, label = '' }): (DisplayValue & { name: string; label: string })[] => {
    const missing = findColumn(name)?.placeholder;
    const display = showField(resource, name, record, intl) ?? (missing ? { text: intl.t(missing) } : null);
    return display ? [{ ...display, name, label }] : [];
  });
  const texts = shown.filter(({ tone }) => !tone);
  const lines = [texts.filter(({ label }) => !label), ...texts.filter(({ label }) => label).map((one) => [one])]
    .filter((values) => values.length > 0)
    .map((values) => ({
      text: values.map(formatCompact).join(' · '),
      // A cut-off date or amount misleads, so it wraps; other text may be cut off.
      wraps: values.some((one) => one.short || one.secondary || (one.label && resource.fields[one.name]?.kind.width)),
    }));
  return (
    <>
      {lines.map(({ text, wraps }) => (
        <span key={text} className={wraps ? 'second' : 'second second-cut'} title={text}>
          {text}
        </span>
      ))}
      {custom.map(({ field, label }) => {
        const column = findColumn(field);
        return (
          column && (
            <span key={field} className="second">
              {label && `${label}: `}
              <ValueCell column={column} record={record} inline />
            </span>
          )
        );
      })}
      {shown.map(
        ({ name, text: word, tone, look }) => tone && <StateChip key={name} value={tone} label={word} look={look} />,
      )}
    </>
  );
}

const formatCompact = ({ text, short = text, secondary, label }: DisplayValue & { label: string }) =>
  (label && `${label}: `) + [short, secondary].filter(Boolean).join(', ');
