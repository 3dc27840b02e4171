import { findNearestName } from '../../config/checks/nearestName.ts';
import { getImportEntries, isRequiredInImport } from '../../config/importColumns.ts';
import type { AnyResource, EntryConfig } from '../../config/resource.ts';
import { type Label, translateLabel } from '../../fields/kind.ts';
import { splitWords } from '../../i18n/translateMessage.ts';
import type { Role } from '../../wire/call.ts';
import type { Feature } from '../../wire/features.ts';
import type { RowError } from '../../wire/imports.ts';
import { languages } from '../base/languages.ts';
import { getServerTexts, type RequestTexts } from '../base/serverTexts.ts';
import { toMatchKey } from './readCell.ts';

/** The fields of a file's columns. */
export interface ColumnMatches {
  /** By column index. */
  fields: Map<number, EntryConfig<string>>;
  /** Headings of exported fields that imports do not accept. */
  ignored: string[];
  rowErrors: RowError[];
  /** The language of most headings, if there is one. */
  language: string | undefined;
}

const toText = (label: Label, language: string) =>
  translateLabel(label, { t: getServerTexts(language).translate, locale: language });

export function getFieldLabel({ name, fields }: AnyResource, field: string, language: string): string {
  const key = `resources.${name}.fields.${field}`;
  const texts = toText(fields[field]?.label ?? key, language);
  return texts === key ? splitWords(field) : texts;
}

/** Returns the accepted headings of a field in a language: its labels in list and form. */
function getHeadings({ name, fields }: AnyResource, { field, label }: EntryConfig<string>, language: string): string[] {
  const own = fields[field]?.label ?? `resources.${name}.fields.${field}`;
  const texts = [own, ...(label ? [label] : [])].map((one) => toText(one, language));
  return [...texts, splitWords(field)].map(toMatchKey);
}

function mapHeadings(resource: AnyResource, entries: readonly EntryConfig<string>[], language: string) {
  return new Map(entries.flatMap((entry) => getHeadings(resource, entry, language).map((text) => [text, entry])));
}

/** Finds the field of each column by its heading: the name or label, in any case and supported language. */
export function matchColumns(
  { resource, role, features = [] }: { resource: AnyResource; role: Role; features?: readonly Feature[] },
  head: readonly string[],
  { formatMessage }: RequestTexts,
): ColumnMatches {
  const entries = getImportEntries(resource, role, (feature) => features.includes(feature));
  const byName = new Map(entries.map((entry) => [toMatchKey(entry.field), entry]));
  const byLabel = [...languages.keys()].map((language) => ({
    language,
    headings: mapHeadings(resource, entries, language),
  }));
  const others = Object.keys(resource.fields).filter((name) => entries.every(({ field }) => field !== name));
  const notTaken = [...languages.keys()].flatMap((language) => [
    ...mapHeadings(
      resource,
      others.map((field) => ({ field })),
      language,
    ).keys(),
  ]);
  const left = new Set([...others.map(toMatchKey), ...notTaken]);

  const columns: ColumnMatches = { fields: new Map(), ignored: [], rowErrors: [], language: undefined };
  const refuse = (field: string, message: string, args: Record<string, string> = {}) =>
    columns.rowErrors.push({ row: 1, field, message: formatMessage(message, args) });
  const taken = new Set<string>();
  const votes = new Map<string, number>();
  for (const [index, heading] of head.entries()) {
    const text = toMatchKey(heading);
    if (text === '') continue;
    for (const { language, headings } of byLabel)
      if (headings.has(text)) votes.set(language, (votes.get(language) ?? 0) + 1);
    const entry = byName.get(text) ?? byLabel.map(({ headings }) => headings.get(text)).find(Boolean);
    if (!entry) {
      if (left.has(text)) columns.ignored.push(heading);
      else {
        const meant = findNearestName(text, [
          ...byName.keys(),
          ...byLabel.flatMap(({ headings }) => [...headings.keys()]),
        ]);
        refuse('', meant ? 'tables.columnMeant' : 'tables.column', { value: heading, meant: meant ?? '' });
      }
    } else if (taken.has(entry.field)) refuse(entry.field, 'tables.twice', { value: heading });
    else {
      taken.add(entry.field);
      columns.fields.set(index, entry);
    }
  }
  for (const entry of entries) {
    if (isRequiredInImport(resource, entry) && !taken.has(entry.field))
      refuse(entry.field, `tables.noColumn|${entry.field}`);
  }
  const [most, next] = [...votes].toSorted(([, a], [, b]) => b - a);
  if (most && most[1] > (next?.[1] ?? 0)) [columns.language] = most;
  return columns;
}
