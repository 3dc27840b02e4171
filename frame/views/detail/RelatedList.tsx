import { useGetList, useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { getVisibleEntries, toEntry } from '../../config/app/entries.ts';
import { getFilteredPath, getRecordPath } from '../../config/listPaths.ts';
import { resources } from '../../config/registry.ts';
import { getRelatedColumns, getRowTarget, resolveRelated } from '../../config/related/relatedLists.ts';
import { type AnyResource, type FilterConfig, mayDo, type RelatedConfig } from '../../config/resource.ts';
import { mayRead } from '../../config/rights.ts';
import { useCellsLoaded } from '../../parts/customCells.tsx';
import { useFieldLabel, useLabel, useNumberText, useResourceName } from '../../parts/intl.ts';
import { Value } from '../../parts/Value.tsx';
import { isResourceOffered } from '../../session/menu.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { type Column, useTableFits } from '../shared/listColumns.ts';
import { useView } from '../shared/ResourceViewContext.tsx';

const DEFAULT_PER_PAGE = 5;

/** Lists records of another resource that refer to this one, if the role may list them. */
export default function RelatedList({ config, record }: { config: RelatedConfig; record: AnyRecord }) {
  const { resource, role } = useView();
  const found = resolveRelated(resource, config, resources);
  if (!found || !isResourceOffered(found.target, role)) return null;
  if (!mayDo(found.target, role, 'list') || !mayRead(found.target, role, config.field)) return null;
  const value = record[found.by];
  return typeof value === 'string' ? <RelatedTable config={config} target={found.target} value={value} /> : null;
}

interface RelatedTableProps {
  config: RelatedConfig;
  target: AnyResource;
  value: string;
}

function RelatedTable({ config, target, value }: RelatedTableProps) {
  const t = useTranslate();
  const numberText = useNumberText();
  const translateLabel = useLabel();
  const { many } = useResourceName(target);
  const { role } = useView();
  const filter = { [config.field]: value };
  const sort = config.sort ? { field: config.sort, order: 'ASC' as const } : target.list.sort;
  const { data, total, error } = useGetList<AnyRecord>(target.name, {
    pagination: { page: 1, perPage: config.perPage ?? DEFAULT_PER_PAGE },
    ...(sort && { sort }),
    filter,
  });
  const list = target.roles[role]?.list;
  // The list must have this filter, or the person could not remove it there.
  const filters = (target.list.filters ?? []).map((one) => toEntry<FilterConfig<string>>(one));
  const isFilter = filters.some(({ field, name = field }) => field === config.field && name === config.field);
  return (
    <section className="details">
      <h3>
        {config.label ? translateLabel(config.label) : many}
        {total !== undefined && total > 0 && <span className="quiet related-total">{numberText(total)}</span>}
      </h3>
      {error || data?.length === 0 ? (
        <p className="quiet">{error ? error.message : t('list.nothing')}</p>
      ) : (
        <RelatedRows config={config} target={target} records={data ?? []} />
      )}
      {list && isFilter && total !== undefined && total > (data?.length ?? 0) && (
        <Link className="related-all" to={getFilteredPath(list, filter)}>
          {t('list.showAll', { total: numberText(total) })}
        </Link>
      )}
    </section>
  );
}

interface RelatedRowsProps extends Omit<RelatedTableProps, 'value'> {
  records: readonly AnyRecord[];
}

/** Returns the columns that the role sees. `stacked` ones show below the first. */
function useRelatedColumns({ config, target }: Pick<RelatedRowsProps, 'config' | 'target'>) {
  const { role } = useView();
  const entries = getVisibleEntries<Column>(target.list.columns, role);
  const listed = target.list.columns.map((column) => toEntry<Column>(column).field);
  // Columns that the list hides from this role are hidden here too.
  const columns = getRelatedColumns(target, config).flatMap(
    (name) => entries.find(({ field }) => field === name) ?? (listed.includes(name) ? [] : { field: name }),
  );
  // On phones, a component needs the width of the columns between the first and the last.
  const isPlain = useTableFits() || columns.every(({ component }) => !component);
  const stacked = isPlain ? [] : columns.slice(1, -1).filter(({ component }) => !component);
  return { columns: columns.filter((column) => !stacked.includes(column)), stacked };
}

/** The records as a table. The first column links to the record, or to the one that `rowLink` names. */
function RelatedRows({ config, target, records }: RelatedRowsProps) {
  const fieldLabel = useFieldLabel(target);
  const translateLabel = useLabel();
  const { role } = useView();
  const { columns, stacked } = useRelatedColumns({ config, target });
  const areCellsLoaded = useCellsLoaded(columns);
  const rowTarget = getRowTarget(target, config, resources);
  const opened = rowTarget?.resource ?? target;
  const getPath = (record: AnyRecord) => {
    const list = opened.roles[role]?.list;
    const id = rowTarget ? record[rowTarget.field] : record.id;
    return list && mayDo(opened, role, 'show') && typeof id === 'string' && id && getRecordPath(list, id);
  };
  const renderValue = ({ field: name, component }: Column, record: AnyRecord) => {
    const field = target.fields[name];
    return field && <Value field={field} source={name} record={record} compact {...(component && { component })} />;
  };
  return (
    <div className="related">
      <table>
        <thead>
          <tr>
            {columns.map(({ field, label }) => (
              <th key={field} scope="col">
                {label ? translateLabel(label) : fieldLabel(field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(areCellsLoaded ? records : []).map((record) => (
            <tr key={record.id}>
              {columns.map((column, index) => {
                const cell = renderValue(column, record);
                const to = index === 0 && getPath(record);
                return (
                  <td key={column.field}>
                    {to ? <Link to={to}>{cell}</Link> : cell}
                    {index === 0 &&
                      stacked.map((one) => (
                        <span key={one.field} className="second">
                          {renderValue(one, record)}
                        </span>
                      ))}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
