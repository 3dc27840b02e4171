import type { AnyRecord, IntlShape } from 'portal-frame';
import {
  createEventLoopYield,
  getServerTexts,
  getToday,
  type RecordsContext,
  records,
  systemContext,
} from 'portal-frame/server';
import { getCollection } from 'portal-frame/server/database';
import {
  addLabels,
  formatDay,
  formatDayAndTime,
  formatDollars,
  getDisplayedValue,
  getFieldLabel,
  getNumberFormat,
  type RecordValues,
  requireAccount,
  showValue,
  toLine,
  toWallTime,
  translateServerLabel,
} from 'portal-frame/server/plugins';
import type { DocumentFact, DocumentTable, RenderedDocument } from '../renderedDocument.ts';
import type {
  ComputedValue,
  DocumentDefinition,
  DocumentFormat,
  DocumentValue,
  ShownAs,
  TableTemplate,
} from './documentTemplate.ts';
import { readLogo } from './readLogo.ts';

type Rows = readonly unknown[];

function createFormat(acceptLanguage: string | undefined, timeZone: string): DocumentFormat & { intl: IntlShape } {
  const { language, translate } = getServerTexts(acceptLanguage);
  const intl = { t: translate, locale: language, timeZone };
  return {
    ...{ language, intl, say: translate, money: formatDollars },
    number: (value) => getNumberFormat(language, { maximumFractionDigits: 4 }).format(value),
    day: (day) => formatDay(day, intl),
    month: (day) => formatDay(day, intl, 'month'),
    moment(moment) {
      const { day, time } = formatDayAndTime(moment, intl);
      return `${day}, ${time}`;
    },
    toDay: (moment) => toWallTime(moment, timeZone).slice(0, 10) || getToday(timeZone),
  };
}

const isEmpty = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === '';

/** Formats a value for people. */
function show(value: unknown, as: ShownAs, format: DocumentFormat): string {
  if (isEmpty(value)) return '';
  if (typeof value === 'number') return as === 'money' ? format.money(value) : format.number(value);
  return as === 'day' || as === 'month' || as === 'moment' ? format[as](String(value)) : String(value);
}

/** Formats a value for programs. */
function toData(value: unknown, as: ShownAs, { intl }: { intl: IntlShape }): string {
  if (isEmpty(value)) return '';
  if (as === 'money') return Number(value).toFixed(2);
  return as === 'moment' ? toWallTime(String(value), intl.timeZone).replace('T', ' ') : String(value);
}

/** Adds numbers that have at most four decimals. */
const add = (numbers: readonly number[]) =>
  numbers.reduce((sum, number) => sum + Math.round(number * 10_000), 0) / 10_000;

interface Line {
  row: unknown;
  group: unknown[];
}

/** Returns the lines of a table: its rows, or its groups in the order of their first rows. */
function toLines({ groupBy }: TableTemplate<RecordValues, unknown>, rows: Rows): Line[] {
  if (!groupBy) return rows.map((row) => ({ row, group: [row] }));
  const groups = Map.groupBy(rows, groupBy);
  return [...groups.values()].map((group) => ({ row: group[0], group }));
}

async function composeTable(
  table: TableTemplate<RecordValues, unknown>,
  record: RecordValues,
  rows: Rows,
  format: ReturnType<typeof createFormat>,
): Promise<DocumentTable> {
  const { heading, columns, totals } = table;
  const yieldNow = createEventLoopYield();
  const composed = { rows: [] as string[][], data: [] as string[][] };
  for (const { row, group } of toLines(table, rows)) {
    await yieldNow();
    const values = columns.map(({ value, sum }) =>
      sum ? add(group.map((one) => Number(value(one, format)))) : value(row, format),
    );
    composed.rows.push(columns.map(({ as = 'text' }, at) => show(values[at], as, format)));
    composed.data.push(columns.map(({ as = 'text' }, at) => toData(values[at], as, format)));
  }
  const label = (text: ComputedValue<unknown>['label']) => translateServerLabel(text, format.language);
  return {
    ...(heading && { heading: label(heading) }),
    columns: columns.map(({ label: text, width = 1, as }) => ({
      ...{ label: label(text), width, atEnd: as === 'money' || as === 'number' },
    })),
    ...composed,
    totals: (totals?.(record, rows, format) ?? []).map((total) => [
      ...([label(total.label), show(total.value, total.as ?? 'money', format)] as const),
    ]),
  };
}

/** Formats facts of a record; leaves out the empty ones. */
function composeFacts(
  { resource }: Pick<DocumentDefinition, 'resource'>,
  record: RecordValues,
  facts: readonly DocumentValue<RecordValues>[],
  format: ReturnType<typeof createFormat>,
): DocumentFact[] {
  return facts.flatMap((fact) => {
    if (typeof fact !== 'string') {
      const text = show(fact.value(record, format), fact.as ?? 'text', format);
      return text === '' ? [] : [[translateServerLabel(fact.label, format.language), text] as const];
    }
    const text = toLine(showValue(resource.fields[fact], getDisplayedValue(record as AnyRecord, fact), format.intl));
    return text === '' ? [] : [[getFieldLabel(resource, fact, format.language), text] as const];
  });
}

/** Reads the record of the business with the rights of the system. Without one, every expected field is missing. */
async function composeSender(
  { services }: RecordsContext,
  { sender: template }: DocumentDefinition,
  format: ReturnType<typeof createFormat>,
) {
  const collection = services.collections.find(({ resource }) => resource.name === template?.resource);
  if (!template || !collection) return { record: undefined, sender: { name: '', lines: [] }, missing: [] };
  const { resource } = collection;
  const found = await records(systemContext(services)).find(resource.name, { perPage: 1 });
  const record = found.records[0] as RecordValues | undefined;
  const text = (field: string) => toLine(showValue(resource.fields[field], record?.[field], format.intl));
  const label = (field: string) => getFieldLabel(resource, field, format.language);
  const lines = template.lines.flatMap((line) => {
    const field = typeof line === 'string' ? line : line.field;
    const value = text(field);
    if (value === '') return [];
    return typeof line === 'string' ? value.split('\n') : [`${label(field)}: ${value}`];
  });
  const logo = template.logo && (await readLogo(services, record?.[template.logo]));
  return {
    record,
    sender: { name: text(template.name), lines, ...(logo && { logo }) },
    footer: template.footer ? text(template.footer) : '',
    missing: (template.expected ?? []).filter((field) => isEmpty(record?.[field])).map(label),
  };
}

/**
 * Composes a document in the language of an Accept-Language header, with the rights of the caller. Throws an HttpError
 * (403, 404).
 */
export async function composeDocument(
  definition: DocumentDefinition,
  context: RecordsContext,
  id: string,
  acceptLanguage?: string,
): Promise<RenderedDocument> {
  const {
    resource,
    fileName,
    title,
    headline,
    facts = [],
    addressees,
    rows: readRows,
    tables = [],
    notes,
  } = definition;
  const { services } = context;
  const record = (await records(context).findOne(resource.name, id)) as RecordValues;
  const account = requireAccount(context);
  await addLabels({ services, collection: getCollection(services, resource.name), account }, [record]);
  const format = createFormat(acceptLanguage, services.config.timeZone);
  const rows = (await readRows?.(record, context)) ?? [];
  const { record: business, footer, ...sent } = await composeSender(context, definition, format);
  const first = headline?.(record, format);
  return {
    ...{
      name: fileName(record),
      language: format.language,
      pageLabel: format.say('documents.page', { page: '{page}', count: '{count}' }),
      title: title(record, format),
      ...sent,
    },
    ...(first && { headline: first }),
    facts: composeFacts(definition, record, facts, format),
    addressees: (await addressees?.(record, context, format)) ?? [],
    tables: await Promise.all(tables.map((table) => composeTable(table, record, rows, format))),
    notes: notes?.(record, format, business) ?? [],
    ...(footer && { footer }),
  };
}
