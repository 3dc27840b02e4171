import { useGetList, useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { getVisibleEntries, toEntry } from '../../config/app/entries.ts';
import { resources } from '../../config/registry.ts';
import { getRelatedColumns, getRowTarget, resolveRelated } from '../../config/related/relatedLists.ts';
import { type AnyResource, type FilterConfig, mayDo, type RelatedConfig } from '../../config/resource.ts';
import { mayRead } from '../../config/rights.ts';
import { useFieldLabel, useLabel, useResourceName } from '../../parts/intl.ts';
import { Value } from '../../parts/Value.tsx';
import { isResourceOffered } from '../../session/menu.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import type { Column } from '../shared/listColumns.ts';
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

function RelatedTable({ config, target, value }: { config: RelatedConfig; target: AnyResource; value: string }) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const fieldLabel = useFieldLabel(target);
  const { many } = useResourceName(target);
  const { role } = useView();
  const filter = { [config.field]: value };
  const sort = config.sort ? { field: config.sort, order: 'ASC' as const } : target.list.sort;
  const { data, total, error } = useGetList<AnyRecord>(target.name, {
    pagination: { page: 1, perPage: config.perPage ?? DEFAULT_PER_PAGE },
    ...(sort && { sort }),
    filter,
  });
  const entries = getVisibleEntries<Column>(target.list.columns, role);
  const shown = entries.map(({ field }) => field);
  const listed = target.list.columns.map((one) => toEntry<Column>(one).field);
  // Columns that the list hides from this role are hidden here too.
  const columns = getRelatedColumns(target, config).filter((name) => shown.includes(name) || !listed.includes(name));
  const list = target.roles[role]?.list;
  const opened = getRowTarget(target, config, resources);
  const leadsTo = opened?.resource ?? target;
  const path = leadsTo.roles[role]?.list;
  const wayTo = (row: AnyRecord) => {
    const id = opened ? row[opened.field] : row.id;
    const open = path && mayDo(leadsTo, role, 'show') && typeof id === 'string' && id !== '';
    return open ? `${path}/${encodeURIComponent(id)}` : null;
  };
  // The list must have this filter, or the person could not remove it there.
  const filters = (target.list.filters ?? []).map((one) => toEntry<FilterConfig<string>>(one));
  const leads = list && filters.some(({ field, name = field }) => field === config.field && name === config.field);
  return (
    <section className="details">
      <h3>
        {config.label ? translateLabel(config.label) : many}
        {total !== undefined && total > 0 && <span className="quiet related-total">{total}</span>}
      </h3>
      {error ? (
        <p className="quiet">{error.message}</p>
      ) : data?.length === 0 ? (
        <p className="quiet">{t('list.nothing')}</p>
      ) : (
        <div className="related">
          <table>
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col">
                    {fieldLabel(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data?.map((row) => (
                <tr key={row.id}>
                  {columns.map((name, index) => {
                    const field = target.fields[name];
                    const { component } = entries.find((one) => one.field === name) ?? {};
                    const cell = field && (
                      <Value field={field} source={name} record={row} compact {...(component && { component })} />
                    );
                    const to = index === 0 && wayTo(row);
                    return <td key={name}>{to ? <Link to={to}>{cell}</Link> : cell}</td>;
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {leads && total !== undefined && total > (data?.length ?? 0) && (
        <Link className="related-all" to={`${list}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`}>
          {t('list.showAll', { total })}
        </Link>
      )}
    </section>
  );
}
