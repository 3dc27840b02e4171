import { downloadCSV, type Exporter } from 'ra-core';
import { businessTimeZone } from '../authProvider/session.ts';
import { resourceOf } from '../config/registry.ts';
import { isSystemField } from '../config/systemFields.ts';
import type { Field } from '../fields/kind.ts';
import { isLabelled, toldOf } from '../fields/labels.ts';
import { isBareReference } from '../fields/parts/ReferenceText.tsx';
import { showValue } from '../fields/parts/tell.ts';
import type { ReferenceOptions } from '../fields/reference.ts';
import { i18nProvider } from '../i18n/provider.ts';
import { words } from '../i18n/say.ts';
import type { AnyRecord } from '../wire/binding.ts';
import { csvText } from './csv.ts';

type Related = Parameters<Exporter>[1];

/** The records that the fields refer to by their bare ids, by field and id; without those the person may not read. */
async function fetchReferred(fields: [string, Field][], records: AnyRecord[], fetchRelated: Related) {
  const bare = fields.filter(([key, field]) =>
    records.some((record) => !isLabelled(record, key) && isBareReference(field, record[key])),
  );
  const fetched = bare.map(async ([key, field]) => {
    const { to } = field as unknown as ReferenceOptions;
    return [key, await fetchRelated(records, key, to).catch(() => ({}))] as const;
  });
  return Object.fromEntries(await Promise.all(fetched)) as Record<string, Record<string, unknown>>;
}

/** Writes the records as CSV, one column per field, as people read them, in their language. */
export const exporter: Exporter = async (records, fetchRelated, _dataProvider, name = '') => {
  const resource = resourceOf(name);
  const t = i18nProvider.translate;
  const teller = { t, locale: i18nProvider.getLocale(), timeZone: businessTimeZone() };
  const fields = Object.entries(resource.fields).filter(
    ([name, field]) => field.kind.name !== 'password' && !isSystemField(name, field),
  );
  const head = fields.map(([key, field]) =>
    typeof field.label === 'object'
      ? field.label.es && teller.locale === 'es'
        ? field.label.es
        : field.label.en
      : t(field.label ?? `resources.${name}.fields.${key}`, { _: words(key) }),
  );
  const referred = await fetchReferred(fields, records, fetchRelated);
  const rows = records.map((record) =>
    fields.map(([key, field]) => {
      const shown = showValue(field, referred[key]?.[record[key]] ?? toldOf(record as AnyRecord, key), teller);
      return shown ? [shown.text, shown.under].filter(Boolean).join(' ') : '';
    }),
  );
  downloadCSV(csvText([head, ...rows]), name);
};
