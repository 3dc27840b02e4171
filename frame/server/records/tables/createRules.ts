import { sql } from 'kysely';
import { ConfigError } from '../../../config/configError.ts';
import type { Db } from '../../db/databaseSchema.ts';
import type { DatabaseKind } from '../../db/openDatabase.ts';
import { readDefinition, saveDefinition } from '../derived/derivedTables.ts';
import type { Collection, CollectionRule } from '../schema/collection.ts';
import {
  compileConflictQuery,
  compileConstraint,
  compileIsChecked,
  findBrokenRule,
  TEXT_RANGE,
} from '../schema/ruleConditions.ts';
import { getDerivedName, quoteName } from '../schema/tableNames.ts';

/** Compiles the indexes, triggers and constraints of a collection's rules. */
function compileRules(kind: DatabaseKind, { table, rules = [] }: Collection): string[] {
  return rules.flatMap((rule) => {
    const { name, by, period } = rule;
    const checked = compileIsChecked(rule);
    const keys = by.map(quoteName).join(', ');
    if (!period) return [`create unique index ${quoteName(name)} on ${quoteName(table)} (${keys})`];
    if (kind === 'postgres') {
      const constraint = `${quoteName(name)} exclude using gist (${compileConstraint(rule)}) where (${checked})`;
      return [`alter table ${quoteName(table)} add constraint ${constraint}`];
    }
    const conflict = compileConflictQuery(kind, { table }, rule, (column) => `new.${quoteName(column)}`);
    const columns = [...by, period.from, period.to].map(quoteName).join(', ');
    const triggers = ['insert', `update of ${columns}`].map(
      (event) => `create trigger ${quoteName(`${name}_${event.slice(0, 6)}`)} before ${event} on ${quoteName(table)}
        when ${compileIsChecked(rule, 'new.')} begin select raise(abort, '${name}') where exists (${conflict}); end`,
    );
    const index = `${keys}, ${quoteName(period.from)}`;
    return [`create index ${quoteName(name)} on ${quoteName(table)} (${index}) where ${checked}`, ...triggers];
  });
}

function compileDrop(statement: string): string {
  const [, table = '', constraint] = /^alter table ("\w+") add constraint ("\w+")/.exec(statement) ?? [];
  if (constraint) return `alter table ${table} drop constraint if exists ${constraint}`;
  const [, part = '', name = ''] = /^create (?:unique )?(index|trigger) ("\w+")/.exec(statement) ?? [];
  return `drop ${part} if exists ${name}`;
}

const SEPARATOR = ';\n';

/** Replaces the indexes, triggers and constraints of changed rules. `prepareColumns` runs while they are dropped. */
export async function replaceRules(
  db: Db,
  kind: DatabaseKind,
  collection: Collection,
  prepareColumns: () => Promise<void>,
): Promise<void> {
  const name = getDerivedName(collection, 'rules');
  const statements = compileRules(kind, collection);
  const definition = statements.join(SEPARATOR);
  const former = await readDefinition(db, name);
  if (former === definition) return prepareColumns();
  const dropped = [...former.split(SEPARATOR), ...statements].filter(Boolean);
  for (const statement of new Set(dropped.map(compileDrop))) await sql.raw(statement).execute(db);
  await prepareColumns();
  if (kind === 'postgres' && statements.some((one) => one.includes(TEXT_RANGE))) await createTextRange(db);
  await refuseBroken(db, kind, collection, statements);
  await saveDefinition(db, name, definition);
}

/** Runs the statements. Throws a ConfigError if existing records break a rule. */
async function refuseBroken(
  db: Db,
  kind: DatabaseKind,
  collection: Collection,
  statements: readonly string[],
): Promise<void> {
  const { table, rules = [], resource } = collection;
  const createError = ({ key }: CollectionRule) =>
    new ConfigError([`src/resources/${resource.name}.ts: ${key}: found records that break it, expected none.`]);
  try {
    for (const statement of statements) await sql.raw(statement).execute(db);
  } catch (cause) {
    const broken = findBrokenRule(collection, cause);
    throw broken ? createError(broken) : cause;
  }
  // Triggers do not compare existing records.
  for (const rule of kind === 'sqlite' ? rules.filter(({ period }) => period) : []) {
    const conflict = compileConflictQuery(kind, collection, rule, (column) => `checked.${quoteName(column)}`);
    const query = `select 1 from ${quoteName(table)} as checked
      where ${compileIsChecked(rule, 'checked.')} and exists (${conflict}) limit 1`;
    if ((await sql.raw(query).execute(db)).rows.length > 0) throw createError(rule);
  }
}

async function createTextRange(db: Db): Promise<void> {
  const { rows } = await sql`select 1 from pg_type where typname = ${TEXT_RANGE}
    and typnamespace = current_schema()::regnamespace`.execute(db);
  if (rows.length === 0)
    await sql.raw(`create type ${TEXT_RANGE} as range (subtype = text, collation = "C")`).execute(db);
}
