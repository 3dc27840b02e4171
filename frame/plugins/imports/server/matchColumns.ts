import type { AnyResource, Role } from 'portal-frame';
import type { EntryConfig } from 'portal-frame/plugin';
import type { RequestTexts } from 'portal-frame/server';
import {
  findNearestName,
  getFieldLabel,
  languages,
  splitWords,
  translateServerLabel,
} from 'portal-frame/server/plugins';
import type { Feature, RowError } from 'portal-frame/wire';
import { getImportEntries, isRequiredInImport } from '../importColumns.ts';
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

/** Returns the accepted headings of a field in a language: its labels in list and form, and those of other programs. */
function getHeadings(resource: AnyResource, { field, label }: EntryConfig<string>, language: string): string[] {
  const { name, fields, import: importConfig } = resource;
  const own = fields[field]?.label ?? `resources.${name}.fields.${field}`;
  const texts = [own, ...(label ? [label] : [])].map((one) => translateServerLabel(one, language));
  return [...texts, splitWords(field), ...(importConfig?.headings?.[field] ?? [])].map(toMatchKey);
}

function mapHeadings(resource: AnyResource, entries: readonly EntryConfig<string>[], language: string) {
  return new Map(entries.flatMap((entry) => getHeadings(resource, entry, language).map((text) => [text, entry])));
}

/** The resource that a file becomes, and the role and features that decide its fields. */
export interface ImportTarget {
  resource: AnyResource;
  role: Role;
  features?: readonly Feature[];
}

export const listEntries = ({ resource, role, features = [] }: ImportTarget) =>
  getImportEntries(resource, role, (feature) => features.includes(feature));

/** A heading may have a wrong letter in four: more would take Home City for Home Name. */
const tolerateFourth = ({ length }: string) => (length < 5 ? 1 : Math.max(2, Math.floor(length / 4)));

/** Finds the field whose label in any language is spelt almost like a heading. */
export function findNearestField(target: ImportTarget, heading: string): string | undefined {
  const byHeading = new Map(
    [...languages.keys()].flatMap((language) => [...mapHeadings(target.resource, listEntries(target), language)]),
  );
  const nearest = findNearestName(toMatchKey(heading), [...byHeading.keys()], tolerateFourth);
  return nearest === undefined ? undefined : byHeading.get(nearest)?.field;
}

/** Returns a check for the headings of a target, in any language. */
export function createHeadingCheck(target: ImportTarget): (text: string) => boolean {
  const entries = Object.keys(target.resource.fields).map((field) => ({ field }));
  const known = new Set(
    [...languages.keys()].flatMap((language) => [
      ...mapHeadings(target.resource, [...entries, ...listEntries(target)], language).keys(),
    ]),
  );
  for (const { field } of entries) known.add(toMatchKey(field));
  return (text) => known.has(toMatchKey(text));
}

/** Finds the field of each column by its heading: the name or label, in any case and supported language. */
export function matchColumns(
  target: ImportTarget,
  head: readonly string[],
  { formatMessage, language: readerLanguage }: RequestTexts,
): ColumnMatches {
  const { resource } = target;
  const entries = listEntries(target);
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
        const nearest = findNearestField(target, heading);
        const meant = nearest && getFieldLabel(resource, nearest, readerLanguage);
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
