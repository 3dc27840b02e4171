import { importEntries, mustHave } from '../../config/importing.ts';
import { nearest } from '../../config/nearest.ts';
import type { AnyResource, EntryConfig } from '../../config/resource.ts';
import { type Label, labelText } from '../../fields/kind.ts';
import { words } from '../../i18n/say.ts';
import type { Role } from '../../wire/call.ts';
import type { Feature } from '../../wire/features.ts';
import type { RowError } from '../../wire/imports.ts';
import { languages } from '../base/languages.ts';
import { type Texts, translateServer } from '../base/texts.ts';
import { plain } from './cells.ts';

/** What stands in which column of a file. */
export interface Columns {
  /** The fields by the index of their column. */
  fields: Map<number, EntryConfig<string>>;
  /** Headings of fields that exports have and imports do not take. */
  ignored: string[];
  /** What is wrong with the headings. */
  rowErrors: RowError[];
  /** The language of the headings; undefined where they are in none. */
  language: string | undefined;
}

const textsOf = (label: Label, language: string) =>
  labelText(label, { t: translateServer(language).translate, locale: language });

/** What a field of a resource is called in a language. */
export function labelled({ name, fields }: AnyResource, field: string, language: string): string {
  const key = `resources.${name}.fields.${field}`;
  const texts = textsOf(fields[field]?.label ?? key, language);
  return texts === key ? words(field) : texts;
}

/** What a column may be headed by in a language: the labels of the field, in the list and in the form. */
function headings({ name, fields }: AnyResource, { field, label }: EntryConfig<string>, language: string): string[] {
  const own = fields[field]?.label ?? `resources.${name}.fields.${field}`;
  const texts = [own, ...(label ? [label] : [])].map((one) => textsOf(one, language));
  return [...texts, words(field)].map(plain);
}

/** The fields by all that may stand over their column. */
function headingsOf(resource: AnyResource, entries: readonly EntryConfig<string>[], language: string) {
  return new Map(entries.flatMap((entry) => headings(resource, entry, language).map((text) => [text, entry])));
}

/** Finds the field of every column by its heading: the field's name or its label, in any case and language of ours. */
export function planColumns(
  { resource, role, features = [] }: { resource: AnyResource; role: Role; features?: readonly Feature[] },
  head: readonly string[],
  { say }: Texts,
): Columns {
  const entries = importEntries(resource, role, (feature) => features.includes(feature));
  const byName = new Map(entries.map((entry) => [plain(entry.field), entry]));
  const byLabel = [...languages.keys()].map((language) => ({
    language,
    headings: headingsOf(resource, entries, language),
  }));
  const others = Object.keys(resource.fields).filter((name) => entries.every(({ field }) => field !== name));
  const notTaken = [...languages.keys()].flatMap((language) => [
    ...headingsOf(
      resource,
      others.map((field) => ({ field })),
      language,
    ).keys(),
  ]);
  const left = new Set([...others.map(plain), ...notTaken]);

  const columns: Columns = { fields: new Map(), ignored: [], rowErrors: [], language: undefined };
  const refuse = (field: string, message: string, args: Record<string, string> = {}) =>
    columns.rowErrors.push({ row: 1, field, message: say(message, args) });
  const taken = new Set<string>();
  const votes = new Map<string, number>();
  for (const [index, heading] of head.entries()) {
    const text = plain(heading);
    if (text === '') continue;
    for (const { language, headings } of byLabel)
      if (headings.has(text)) votes.set(language, (votes.get(language) ?? 0) + 1);
    const entry = byName.get(text) ?? byLabel.map(({ headings }) => headings.get(text)).find(Boolean);
    if (!entry) {
      if (left.has(text)) columns.ignored.push(heading);
      else {
        const meant = nearest(text, [...byName.keys(), ...byLabel.flatMap(({ headings }) => [...headings.keys()])]);
        refuse('', meant ? 'tables.columnMeant' : 'tables.column', { value: heading, meant: meant ?? '' });
      }
    } else if (taken.has(entry.field)) refuse(entry.field, 'tables.twice', { value: heading });
    else {
      taken.add(entry.field);
      columns.fields.set(index, entry);
    }
  }
  for (const entry of entries) {
    if (mustHave(resource, entry) && !taken.has(entry.field)) refuse(entry.field, `tables.noColumn|${entry.field}`);
  }
  const [most, next] = [...votes].toSorted(([, a], [, b]) => b - a);
  if (most && most[1] > (next?.[1] ?? 0)) [columns.language] = most;
  return columns;
}
