import type { CollectionDb } from '../records/schema/collectionDb.ts';
import { STORAGE_CODECS } from '../records/schema/storageCodecs.ts';
import type { AffectedRecords, SchemaStep } from './changeSteps.ts';
import type { FieldMatch, ResourceMatch } from './compareShapes.ts';
import { type FieldImpact, hasConstantDefault } from './measureChange.ts';
import type { FieldShape, ResourceShape } from './resourceShape.ts';
import { countInTables, countRows, isNewField, type RecordTable } from './rowOutcomes.ts';

type StepRefusal = NonNullable<SchemaStep['refused']>;

/** True if the values move to a new column. The old column keeps its values. */
export function needsNewColumn({ before, after }: FieldMatch, { changed, unfit }: FieldImpact): boolean {
  if (!before) return false;
  const isCut = after.storage === 'links' && unfit.rows > 0;
  return before.storage !== after.storage || changed > 0 || isCut || Boolean(after.computed && !before.computed);
}

const toAffected = (held: AffectedRecords): AffectedRecords | undefined =>
  held.rows > 0
    ? {
        ...{ rows: held.rows, ids: held.ids },
        ...(held.binned && { binned: held.binned }),
        ...(held.values && { values: held.values }),
      }
    : undefined;
const optional = <K extends string, V>(key: K, value: V | undefined): { [P in K]?: V } =>
  (value === undefined || value === 0 ? {} : { [key]: value }) as { [P in K]?: V };
const formatRecords = (rows: number) => (rows === 1 ? '1 record' : `${rows} records`);
const pluralHave = (rows: number) => (rows === 1 ? 'has' : 'have');

/** Returns the reason why values block the change, and the config that allows it. */
function findRefusal({ field, after }: FieldMatch, { unfit, missing, doubles }: FieldImpact): StepRefusal | undefined {
  const { name } = after;
  const allowed = field.allow ?? [];
  const allow = (word: string) => `fields.${name}.allow: ['${[...allowed, word].join("', '")}']`;
  if (doubles.rows > 0) return { because: `${formatRecords(doubles.rows)} share a value that is to be unique` };
  if (unfit.rows > 0 && !allowed.includes('unfit')) {
    const values = Object.keys(unfit.values ?? {}).slice(0, 3);
    const example =
      values.length > 0 ? `{ ${values.map((value) => `'${value}': '...'`).join(', ')} }` : '(value) => ...';
    return {
      because: `${formatRecords(unfit.rows)} ${pluralHave(unfit.rows)} a value that does not fit`,
      allow: `fields.${name}.convert: ${example}, or to leave them as they are ${allow('unfit')}`,
    };
  }
  if (missing.rows > 0 && !allowed.includes('missing'))
    return {
      because: `${formatRecords(missing.rows)} ${pluralHave(missing.rows)} no value, and it is required`,
      allow: `fields.${name}.default: ..., or to leave them as they are ${allow('missing')}`,
    };
  return undefined;
}

async function buildFieldSteps(
  db: CollectionDb,
  { name: resource, table }: ResourceMatch,
  match: FieldMatch,
  measured: FieldImpact,
  zone: string,
): Promise<SchemaStep[]> {
  const { before, after, field } = match;
  const at = { resource, field: after.name };
  const refused = findRefusal(match, measured);
  const held = {
    ...optional('filled', measured.filled),
    ...optional('givenUp', measured.givenUp),
    ...optional('unfit', toAffected(measured.unfit)),
    ...optional('missing', toAffected(measured.missing)),
    ...optional('doubles', toAffected(measured.doubles)),
    ...(refused && { refused }),
  };
  if (!before) {
    const standard =
      measured.filled && hasConstantDefault(match)
        ? STORAGE_CODECS[after.storage].encode(field.default, zone)
        : undefined;
    return [{ do: 'add field', ...at, to: after.kind, ...optional('standard', standard), ...held }];
  }
  const steps: SchemaStep[] = [];
  const rows = before.dropped || before.name !== after.name ? await countRows(db, table, before) : 0;
  if (before.name !== after.name) steps.push({ do: 'rename field', ...at, from: before.name, rows });
  if (before.dropped) steps.push({ do: 'bring back field', ...at, rows });
  const kinds = { from: before.kind, to: after.kind };
  const isOther =
    before.kind !== after.kind || before.storage !== after.storage || (after.computed && !before.computed);
  if (isOther || measured.changed > measured.filled)
    steps.push({ do: 'convert field', ...at, ...kinds, rows: measured.changed, ...held });
  else if (after.unique && !before.unique) steps.push({ do: 'make unique', ...at, ...held });
  else if (after.required && !before.required) steps.push({ do: 'require', ...at, ...held });
  else if (Object.keys(held).length > 0) steps.push({ do: 'check', ...at, ...held });
  if (!after.unique && before.unique && !before.dropped) steps.push({ do: 'make not unique', ...at });
  return steps;
}

async function buildDropFieldStep(db: CollectionDb, one: ResourceMatch, field: FieldShape): Promise<SchemaStep> {
  const rows = field.computed ? 0 : await countInTables(db, one.recordTables, field);
  const step: SchemaStep = { do: 'drop field', resource: one.name, field: field.name, rows };
  if (rows === 0 || one.config.dropped?.includes(field.name)) return step;
  const heir = one.fields.find((other) => isNewField(other) && other.after.storage === field.storage);
  const names = [...(one.config.dropped ?? []), field.name].join("', '");
  return {
    ...step,
    refused: {
      because: `${formatRecords(rows)} ${pluralHave(rows)} a value in it`,
      allow: `${heir ? `fields.${heir.after.name}.renamedFrom: '${field.name}', or if it is gone ` : ''}dropped: ['${names}']`,
    },
  };
}

/** Builds the steps of a configured resource. */
export async function buildResourceSteps(
  db: CollectionDb,
  one: ResourceMatch,
  measured: ReadonlyMap<FieldMatch, FieldImpact>,
  zone: string,
): Promise<SchemaStep[]> {
  const { name: resource, before, table } = one;
  if (!before) return [{ do: 'add resource', resource }];
  const steps: SchemaStep[] = [];
  const rows = before.dropped || before.name !== resource ? await countRows(db, table) : 0;
  if (before.name !== resource) steps.push({ do: 'rename resource', resource, from: before.name, rows });
  if (before.dropped) steps.push({ do: 'bring back resource', resource, rows });
  for (const match of one.fields)
    steps.push(...(await buildFieldSteps(db, one, match, measured.get(match) as FieldImpact, zone)));
  for (const field of one.removedFields) steps.push(await buildDropFieldStep(db, one, field));
  return steps;
}

/** Builds the step of a resource that no config has any more. */
export async function buildDropResourceStep(
  db: CollectionDb,
  { name: resource }: ResourceShape,
  stands: readonly RecordTable[],
  dropped: readonly string[],
): Promise<SchemaStep> {
  const rows = await countInTables(db, stands);
  const step: SchemaStep = { do: 'drop resource', resource, rows };
  if (rows === 0 || dropped.includes(resource)) return step;
  return {
    ...step,
    refused: {
      because: `there ${rows === 1 ? 'is 1 record' : `are ${rows} records`} of it`,
      allow: `renamedFrom: '${resource}' in the config that has its records now, or if it is gone dropped: ['${resource}'] in a file of server/changes`,
    },
  };
}
