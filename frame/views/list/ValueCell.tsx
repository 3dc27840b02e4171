import { transitionsOf } from '../../config/actions.ts';
import { asEntry } from '../../config/entries.ts';
import type { Shown } from '../../fields/kind.ts';
import { displayedValue } from '../../fields/labels.ts';
import { showValue, useIntl } from '../../parts/intl.ts';
import { PersonPhoto } from '../../parts/Person.tsx';
import { StateChip } from '../../parts/StateChip.tsx';
import { Value } from '../../parts/Value.tsx';
import type { AnyRecord } from '../../wire/binding.ts';
import { RowAction } from '../action/RowActionCell.tsx';
import { StateMenu } from '../action/StateMenu.tsx';
import { fits, isAllowed } from '../shared/canAccess.ts';
import type { Column } from '../shared/listColumns.ts';
import { useView } from '../shared/ResourceViewContext.tsx';

interface CellProps {
  column: Column;
  record: AnyRecord;
  /** In one line, where there is no column to keep narrow. */
  inline?: boolean;
}

/** One value of a row: with the photo before it, or as the control that changes it, where the config says so. */
export function Cell({ column, record, inline }: CellProps) {
  const { resource, role } = useView();
  const field = resource.fields[column.field];
  if (!field) return null;
  const action = column.action && resource.actions?.[column.action];
  if (action && column.action && isAllowed(resource, role, column.action) && fits(action, record))
    return <RowAction action={column.action} record={record} />;
  if (column.field === resource.states?.field && transitionsOf(resource, role, record).length > 0)
    return <StateMenu record={record} />;
  const value = (
    <Value
      field={field}
      source={column.field}
      record={record}
      missing={column.missing}
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
        <Under column={column} record={record} />
      </div>
    </div>
  );
}

/** A cell of a table that has no room for all columns: its value, and beneath it what the config puts there. */
export function StackedCell({ column, record }: CellProps) {
  const cell = <Cell column={column} record={record} />;
  if (column.photo || !column.under?.length) return cell;
  return (
    <div className="stacked">
      {cell}
      <Under column={column} record={record} />
    </div>
  );
}

/** The fields that a column shows in a quieter second line: texts after each other, then chips. */
export function Under({ column, record }: CellProps) {
  const { resource } = useView();
  const intl = useIntl();
  if (!column.under?.length) return null;
  const columns = resource.list.columns.map((one) => asEntry<Column>(one));
  const shown = column.under.flatMap((name): (Shown & { name: string })[] => {
    const field = resource.fields[name];
    const missing = columns.find((one) => one.field === name)?.missing;
    const display =
      (field && showValue(field, displayedValue(record, name), intl)) ?? (missing ? { text: intl.t(missing) } : null);
    return display ? [{ ...display, name }] : [];
  });
  const text = shown.flatMap((one) => (one.tone ? [] : [one.text])).join(' · ');
  return (
    <>
      {text && (
        <span className="second second-cut" title={text}>
          {text}
        </span>
      )}
      {shown.map(
        ({ name, text: word, tone, look }) => tone && <StateChip key={name} value={tone} label={word} look={look} />,
      )}
    </>
  );
}
