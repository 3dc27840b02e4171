import { downloadCSV, type Exporter } from 'ra-core';
import { getResource } from '../../config/registry.ts';
import { getDisplayedValue, hasLabel } from '../../fields/displayedValue.ts';
import type { Field } from '../../fields/kind.ts';
import { i18nProvider } from '../../i18n/provider.ts';
import { getTitle } from '../../parts/intl.ts';
import { isBareReference } from '../../parts/ReferenceText.tsx';
import { getReferenceOptions } from '../../parts/referenceOptions.ts';
import { getBusinessTimeZone } from '../../session/session.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { formatCsv } from '../../wire/csvText.ts';
import { getExportedFields, toExportTable } from './exportTable.ts';

type FetchRelatedRecords = Parameters<Exporter>[1];

/** Fetches the referenced records by field and id. Records that the person may not read are left out. */
async function fetchReferred(fields: [string, Field][], records: AnyRecord[], fetchRelated: FetchRelatedRecords) {
  const bare = fields.filter(([key, field]) =>
    records.some((record) => !hasLabel(record, key) && isBareReference(field, record[key])),
  );
  const fetched = bare.map(async ([key, field]) => {
    const { to } = getReferenceOptions(field);
    return [key, await fetchRelated(records, key, to).catch(() => ({}))] as const;
  });
  return Object.fromEntries(await Promise.all(fetched)) as Record<string, Record<string, unknown>>;
}

/** Exports records as CSV with one column per field, formatted in the person's language. */
export const exportList: Exporter = async (records, fetchRelated, _dataProvider, name = '') => {
  const resource = getResource(name);
  const t = i18nProvider.translate;
  const intl = { t, locale: i18nProvider.getLocale(), timeZone: getBusinessTimeZone(), getTitle };
  const fields = getExportedFields(resource);
  const referred = await fetchReferred(fields, records, fetchRelated);
  const valueAt = (record: AnyRecord, key: string) =>
    referred[key]?.[String(record[key])] ?? getDisplayedValue(record, key);
  const table = toExportTable(resource, records as AnyRecord[], intl, valueAt);
  downloadCSV(formatCsv(table), name);
};
