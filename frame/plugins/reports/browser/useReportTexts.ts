import type { AnyResource, IntlShape } from 'portal-frame';
import { isMoney } from 'portal-frame';
import { formatDollars, getNumberFormat, showValue, useFieldLabel, useIntl } from 'portal-frame/browser';
import { resources, useFieldLabels, useNamedText, useResourceNames } from 'portal-frame/browser/plugins';
import { getGrouping, getMeasures, type Measure, type Period } from 'portal-frame/plugin';
import { useTranslate } from 'ra-core';
import { findBeside, getBesidePrefix, type ReportConfig } from '../reportConfig.ts';
import type { ReportReply } from './useReport.ts';

const DAY_MS = 86_400_000;

/** Formats a day, week or month by its first day. `short` fits below a bar. */
function formatReportPeriod(first: string, by: Period, { locale }: IntlShape, short: boolean): string {
  const start = new Date(`${first}T12:00:00Z`);
  // In zones east of Greenwich, formatting the last day of year 9999 fails.
  if (Number.isNaN(start.getTime())) return first;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale === 'en' ? 'en-US' : locale, { ...options, timeZone: 'UTC' });
  if (by === 'month') return format({ month: short ? 'short' : 'long', year: 'numeric' }).format(start);
  if (short) return format({ month: 'short', day: 'numeric' }).format(start);
  const day = format({ dateStyle: 'medium' });
  return by === 'day' ? day.format(start) : day.formatRange(start, new Date(start.getTime() + 6 * DAY_MS));
}

/** A measure of a report, or of one beside it. */
interface ShownMeasure extends Measure {
  resource: AnyResource;
  /** Its name in its own report. */
  key: string;
}

const listMeasures = (resource: AnyResource, report: ReportConfig<string>): ShownMeasure[] => [
  ...getMeasures(report).map((measure) => ({ ...measure, resource, key: measure.name })),
  ...findBeside(report, resources).flatMap(({ resource: other, config }) =>
    getMeasures(config).map((measure) => ({
      ...measure,
      ...{ name: getBesidePrefix(other) + measure.name, key: measure.name, resource: other },
    })),
  ),
];

/** Returns formatters for a report's measures and groups. */
export function useReportTexts(resource: AnyResource, report: ReportConfig<string>) {
  const t = useTranslate();
  const intl = useIntl();
  const fieldLabel = useFieldLabel(resource);
  const fieldLabels = useFieldLabels();
  const namesOf = useResourceNames();
  const text = useNamedText();
  const grouping = getGrouping(report);
  const nameValue = (name: string | undefined, { value, label }: ReportReply['groups'][number]) => {
    const field = name === undefined ? undefined : resource.fields[name];
    if (value === null) return t('reports.none');
    if (label) return label;
    return (field && showValue(field, value, intl)?.text) || String(value);
  };
  return {
    measures: listMeasures(resource, report),
    grouped: grouping ? (grouping.by ? t(`reports.by.${grouping.by}`) : fieldLabel(grouping.field)) : '',
    measureName: ({ of, key, resource: source }: ShownMeasure) => {
      const plain = of ? t(`reports.${of.aggregate}`, { field: fieldLabels(source, of.field) }) : namesOf(source).many;
      return text(source, `measures.${key}`, undefined, plain);
    },
    numberText: ({ of, resource: source }: ShownMeasure, value: number | null | undefined) => {
      if (value === null || value === undefined) return t('list.notAvailable');
      if (of && isMoney(source.fields[of.field])) return formatDollars(value);
      return getNumberFormat(intl.locale, { maximumFractionDigits: of?.aggregate === 'average' ? 1 : 2 }).format(value);
    },
    groupName: (group: ReportReply['groups'][number], short = false) =>
      grouping?.by && group.value !== null
        ? formatReportPeriod(String(group.value), grouping.by, intl, short)
        : nameValue(grouping?.field, group),
    columnName: (column: NonNullable<ReportReply['columns']>[number]) => {
      const name = column.others ? t('reports.others') : nameValue(report.splitBy, column);
      // Yes and No alone do not say of what.
      return typeof column.value === 'boolean' ? `${fieldLabel(report.splitBy ?? '')}: ${name}` : name;
    },
  };
}
