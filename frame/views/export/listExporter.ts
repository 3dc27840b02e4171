import { downloadCSV, type Exporter } from 'ra-core';
import { getResource } from '../../config/registry.ts';
import { getDisplayedValue, hasLabel } from '../../fields/displayedValue.ts';
import type { Field } from '../../fields/kind.ts';
import type { ReferenceOptions } from '../../fields/reference.ts';
import { i18nProvider } from '../../i18n/provider.ts';
import { isBareReference } from '../../parts/ReferenceText.tsx';
import { getBusinessTimeZone } from '../../session/session.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { formatCsv } from './csvText.ts';
import { getExportedFields, toExportTable } from './exportTable.ts';

type FetchRelatedRecords = Parameters<Exporter>[1];

/** The records that the fields refer to by their bare ids, by field and id; without those the person may not read. */
async function fetchReferred(fields: [string, Field][], records: AnyRecord[], fetchRelated: FetchRelatedRecords) {
  const bare = fields.filter(([key, field]) =>
    records.some((record) => !hasLabel(record, key) && isBareReference(field, record[key])),
  );
  const fetched = bare.map(async ([key, field]) => {
    const { to } = field as unknown as ReferenceOptions;
    return [key, await fetchRelated(records, key, to).catch(() => ({}))] as const;
  });
  return Object.fromEntries(await Promise.all(fetched)) as Record<string, Record<string, unknown>>;
}

/** Writes the records as CSV, one column per field, as people read them, in their language. */
export const exportList: Exporter = async (records, fetchRelated, _dataProvider, name = '') => {
  const resource = getResource(name);
  const t = i18nProvider.translate;
  const intl = { t, locale: i18nProvider.getLocale(), timeZone: getBusinessTimeZone() };
  const fields = getExportedFields(resource);
  const referred = await fetchReferred(fields, records, fetchRelated);
  const valueAt = (record: AnyRecord, key: string) =>
    referred[key]?.[String(record[key])] ?? getDisplayedValue(record, key);
  const table = toExportTable(resource, records as AnyRecord[], intl, valueAt);
  downloadCSV(formatCsv(table), name);
};
