import type { Db } from '../db/databaseSchema.ts';
import { STORAGE_CODECS } from '../records/schema/storageCodecs.ts';
import type { AffectedRecords, SchemaStep } from './changeSteps.ts';
import type { FieldMatch, ResourceMatch } from './compareShapes.ts';
import type { RecordTable } from './existingTables.ts';
import { type FieldImpact, hasConstantDefault } from './measureChange.ts';
import type { FieldShape, ResourceShape } from './resourceShape.ts';
import { countInTables, countRows, isNewField } from './rowOutcomes.ts';

type StepRefusal = NonNullable<SchemaStep['refused']>;

/** True if the values move to a new column. The old column keeps its values. */
export function needsNewColumn({ before, after }: FieldMatch, { changed, unfit }: FieldImpact): boolean {
  if (!before) return false;
  const isCut = after.storage === 'links' && unfit.rows > 0;
  return before.storage !== after.storage || changed > 0 || isCut || Boolean(after.computed && !before.computed);
}

/** Returns the affected records without empty members; undefined if there are none. */
function toAffected({ rows, ids, trashed, values }: AffectedRecords): AffectedRecords | undefined {
  return rows > 0 ? { rows, ids, ...(trashed && { trashed }), ...(values && { values }) } : undefined;
}
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

function toStepDetails(match: FieldMatch, impact: FieldImpact): Partial<SchemaStep> {
  const details = {
    filled: impact.filled,
    givenUp: impact.givenUp,
    unfit: toAffected(impact.unfit),
    missing: toAffected(impact.missing),
    doubles: toAffected(impact.doubles),
    refused: findRefusal(match, impact),
  };
  return Object.fromEntries(Object.entries(details).filter(([, value]) => value));
}

async function buildFieldSteps(
  db: Db,
  { name: resource, table }: ResourceMatch,
  match: FieldMatch,
  impact: FieldImpact,
  zone: string,
): Promise<SchemaStep[]> {
  const { before, after, field } = match;
  const place = { resource, field: after.name };
  const details = toStepDetails(match, impact);
  if (!before) {
    const isConstant = impact.filled > 0 && hasConstantDefault(match);
    const standard = isConstant && { standard: STORAGE_CODECS[after.storage].encode(field.default, zone) };
    return [{ do: 'add field', ...place, to: after.kind, ...standard, ...details }];
  }
  const steps: SchemaStep[] = [];
  const rows = before.dropped || before.name !== after.name ? await countRows(db, table, before) : 0;
  if (before.name !== after.name) steps.push({ do: 'rename field', ...place, from: before.name, rows });
  if (before.dropped) steps.push({ do: 'bring back field', ...place, rows });
  const isOther =
    before.kind !== after.kind || before.storage !== after.storage || (after.computed && !before.computed);
  if (isOther || impact.changed > impact.filled) {
    const conversion = { from: before.kind, to: after.kind, rows: impact.changed };
    steps.push({ do: 'convert field', ...place, ...conversion, ...details });
  } else if (after.unique && !before.unique) steps.push({ do: 'make unique', ...place, ...details });
  else if (after.required && !before.required) steps.push({ do: 'require', ...place, ...details });
  else if (Object.keys(details).length > 0) steps.push({ do: 'check', ...place, ...details });
  if (!after.unique && before.unique && !before.dropped) steps.push({ do: 'make not unique', ...place });
  return steps;
}

async function buildDropFieldStep(
  db: Db,
  { name: resource, config, fields, recordTables }: ResourceMatch,
  field: FieldShape,
  hidden: readonly string[],
): Promise<SchemaStep> {
  const rows = field.computed ? 0 : await countInTables(db, recordTables, field);
  const step: SchemaStep = { do: 'drop field', resource, field: field.name, rows };
  if (rows === 0 || [...hidden, ...(config.dropped ?? [])].includes(field.name)) return step;
  const heir = fields.find((other) => isNewField(other) && other.after.storage === field.storage);
  const rename = heir ? `fields.${heir.after.name}.renamedFrom: '${field.name}', or if it is gone ` : '';
  const names = [...(config.dropped ?? []), field.name].join("', '");
  const because = `${formatRecords(rows)} ${pluralHave(rows)} a value in it`;
  return { ...step, refused: { because, allow: `${rename}dropped: ['${names}']` } };
}

/** Builds the steps of a resource. `hidden` are fields of plug-ins that are left out. */
export async function buildResourceSteps(
  db: Db,
  resourceMatch: ResourceMatch,
  measured: ReadonlyMap<FieldMatch, FieldImpact>,
  zone: string,
  hidden: readonly string[],
): Promise<SchemaStep[]> {
  const { name: resource, before, table, fields, removedFields } = resourceMatch;
  if (!before) return [{ do: 'add resource', resource }];
  const steps: SchemaStep[] = [];
  const rows = before.dropped || before.name !== resource ? await countRows(db, table) : 0;
  if (before.name !== resource) steps.push({ do: 'rename resource', resource, from: before.name, rows });
  if (before.dropped) steps.push({ do: 'bring back resource', resource, rows });
  for (const match of fields)
    steps.push(...(await buildFieldSteps(db, resourceMatch, match, measured.get(match) as FieldImpact, zone)));
  for (const field of removedFields) steps.push(await buildDropFieldStep(db, resourceMatch, field, hidden));
  return steps;
}

/** Builds the step of a resource that no config has any more. */
export async function buildDropResourceStep(
  db: Db,
  { name: resource }: ResourceShape,
  tables: readonly RecordTable[],
  dropped: readonly string[],
): Promise<SchemaStep> {
  const rows = await countInTables(db, tables);
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
