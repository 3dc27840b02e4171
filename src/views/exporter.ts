import { downloadCSV, type Exporter } from 'ra-core';
import { businessTimeZone } from '../authProvider/session.ts';
import { resourceOf } from '../config/registry.ts';
import { showValue } from '../fields/parts/tell.ts';
import { i18nProvider } from '../i18n/provider.ts';
import { words } from '../i18n/say.ts';

/** A cell of a CSV file; a leading =, +, - or @ is defused, so that a spreadsheet takes it for text and not a formula. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) && !/^[+-]?[\d.,]+$/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(safe) ? `"${safe.replace(/"/g, '""')}"` : safe;
}

/** Writes the records as CSV, one column per field, as people read them, in their language. */
export const exporter: Exporter = (records, _fetchRelated, _dataProvider, name = '') => {
  const resource = resourceOf(name);
  const t = i18nProvider.translate;
  const teller = { t, locale: i18nProvider.getLocale(), timeZone: businessTimeZone() };
  const fields = Object.entries(resource.fields).filter(([, field]) => field.kind.name !== 'password');
  const head = fields.map(([key, field]) =>
    typeof field.label === 'object'
      ? field.label.es && teller.locale === 'es'
        ? field.label.es
        : field.label.en
      : t(field.label ?? `resources.${name}.fields.${key}`, { _: words(key) }),
  );
  const rows = records.map((record) =>
    fields.map(([key, field]) => {
      const shown = showValue(field, record[key], teller);
      return shown ? [shown.text, shown.under].filter(Boolean).join(' ') : '';
    }),
  );
  // The mark at the start tells spreadsheets that the file is UTF-8.
  downloadCSV(`\uFEFF${[head, ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}`, name);
};
