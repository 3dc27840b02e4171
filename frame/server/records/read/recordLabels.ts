import { type SqlBool, sql } from 'kysely';
import { getTitleField } from '../../../config/entries.ts';
import { mayRead } from '../../../config/rights.ts';
import { fillTemplate } from '../../../fields/reference.ts';
import type { Account } from '../../http/callHandler.ts';
import type { Services } from '../../services.ts';
import { mayFindBy } from '../access/fieldAccess.ts';
import { getVisibleConditions } from '../access/rowRules.ts';
import type { Collection, Column } from '../schema/collection.ts';
import { type CollectionRow, toCollectionDb } from '../schema/collectionDb.ts';
import { type RecordValues, toRecordValues } from '../schema/recordRow.ts';

interface LabelReference {
  name: string;
  to: string;
  text: string;
  /** The field of the referred record that is kept. */
  by: string;
}

const toLabelReference = ({ name, field }: Column): LabelReference => {
  const { to = '', text = '', value = 'id' } = field as { to?: string; text?: string; value?: string };
  return { name, to, text, by: value };
};

type ReferencedRecords = Map<string, RecordValues>;

/** Of a collection's records that are named: the fields that this person may read, by the value they are named by. */
async function findReferencedRecords(
  services: Services,
  target: Collection,
  by: string,
  values: readonly unknown[],
  reader: Account,
): Promise<ReferencedRecords> {
  const { resource, columns, table } = target;
  const key = by === 'id' ? 'id' : columns.find(({ name }) => name === by)?.valueColumn;
  if (!key) return new Map();
  // A role with a rule sees the labels of what the rule lets it see; one without rights there, of what it is given.
  const where = sql.join(
    [sql<SqlBool>`${sql.ref(key)} in (${sql.join(values)})`, ...getVisibleConditions(target, reader)],
    sql` and `,
  );
  const { rows } = await sql<CollectionRow>`select * from ${sql.table(table)} where ${where}`.execute(
    toCollectionDb(services.db),
  );
  return new Map(
    rows.map((row) => {
      const open = Object.entries(toRecordValues(target, row)).filter(([name]) =>
        mayFindBy(resource, reader.role, name),
      );
      return [String(row[key]), { id: row.id, ...Object.fromEntries(open) }];
    }),
  );
}

/**
 * Puts `labels` into records: the text of each reference, by field, with one query for each resource referred to. A
 * reference whose label this person may not read has null there; many have a list.
 */
export async function addLabels(
  services: Services,
  { resource, columns }: Collection,
  records: readonly RecordValues[],
  reader: Account,
): Promise<void> {
  const references = columns
    .filter(
      ({ name, field, linkTable: links }) =>
        (links || field.kind.name === 'reference') && mayRead(resource, reader.role, name),
    )
    .map(toLabelReference)
    .flatMap((one) => {
      const target = services.collections.find(({ resource }) => resource.name === one.to);
      return target ? { ...one, target } : [];
    });
  if (references.length === 0 || records.length === 0) return;
  const asked = new Map<string, Promise<ReferencedRecords>>();
  const findAll = ({ to, by, target }: (typeof references)[number]) => {
    const same = references.filter((one) => one.to === to && one.by === by);
    const values = [...new Set(same.flatMap(({ name }) => records.flatMap((record) => record[name] ?? [])))];
    if (values.length === 0) return Promise.resolve<ReferencedRecords>(new Map());
    return findReferencedRecords(services, target, by, values, reader);
  };
  for (const reference of references) {
    const key = `${reference.to} ${reference.by}`;
    if (!asked.has(key)) asked.set(key, findAll(reference));
    const found = await asked.get(key);
    for (const record of records) {
      const value = record[reference.name] ?? null;
      if (value === null) continue;
      const labelOf = (one: unknown) => {
        const of = found?.get(String(one));
        return (of && fillTemplate(reference.text, of)) || null;
      };
      const label = Array.isArray(value) ? value.map(labelOf) : labelOf(value);
      record.labels = { ...(record.labels as RecordValues | undefined), [reference.name]: label };
    }
  }
}

/** What these records are called, by their id: the title of their popup, of those that this person may see. */
export async function findTitles(
  services: Services,
  target: Collection,
  ids: readonly string[],
  reader: Account,
): Promise<Map<string, string>> {
  const title = getTitleField(target.resource);
  const found =
    ids.length > 0 ? await findReferencedRecords(services, target, 'id', ids, reader) : new Map<string, RecordValues>();
  return new Map(
    [...found].flatMap(([id, values]) => {
      const name = values[title];
      return typeof name === 'string' && name !== '' ? [[id, name]] : [];
    }),
  );
}
