import { listEarlierNames } from '../../config/checkChanges.ts';
import type { AnyResource } from '../../config/resource.ts';
import type { Field } from '../../fields/kind.ts';
import { matchNames } from './matchNames.ts';
import {
  createFieldShape,
  type FieldShape,
  findFreeColumn,
  findFreeTable,
  getLiveFields,
  getStoredFields,
  type ResourceShape,
  type StoredShape,
} from './resourceShape.ts';
import type { RecordTable } from './rowOutcomes.ts';

/** A configured field and its stored shape. */
export interface FieldMatch {
  field: Field;
  before: FieldShape | undefined;
  after: FieldShape;
  /** True if stored values must be read, because they may have to change. */
  needsCheck: boolean;
}

/** A configured resource and its stored shape. */
export interface ResourceMatch {
  config: AnyResource;
  before: ResourceShape | undefined;
  name: string;
  table: string;
  /** Its table, and its bin's table if that is not empty. */
  recordTables: readonly RecordTable[];
  fields: readonly FieldMatch[];
  /** Stored fields that the config no longer has. */
  removedFields: readonly FieldShape[];
}

const mergeNames = (one: readonly string[] = [], other: readonly string[] = []) => [...new Set([...one, ...other])];
const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
const isStoredDifferently = (one: FieldShape, other: FieldShape) =>
  one.kind !== other.kind || one.storage !== other.storage;

function matchField(
  name: string,
  field: Field,
  before: FieldShape | undefined,
  stored: readonly FieldShape[],
): FieldMatch {
  const { storage } = field.kind;
  if (!before)
    return {
      field,
      before,
      after: createFieldShape(name, field, findFreeColumn(storage, name, stored)),
      needsCheck: false,
    };
  const fresh = createFieldShape(name, field, before.value);
  const notes =
    before.name === name ? mergeNames(before.renamedFrom, listEarlierNames(field.renamedFrom)) : fresh.renamedFrom;
  const { renamedFrom: _, ...plain } = fresh;
  const after: FieldShape = {
    ...plain,
    ...(notes && notes.length > 0 && { renamedFrom: notes }),
    ...(before.from && { from: before.from }),
    ...(before.was && { was: before.was }),
  };
  const asks =
    isStoredDifferently(before, after) ||
    !isEqual(before.rule, after.rule) ||
    Boolean(after.required && (!before.required || before.dropped)) ||
    Boolean(after.unique && (!before.unique || before.dropped));
  return { field, before, after, needsCheck: asks && !after.computed };
}

function matchResource(
  config: AnyResource,
  before: ResourceShape | undefined,
  shape: StoredShape,
  standsOf: (table: string) => readonly RecordTable[],
): ResourceMatch {
  const stored = before?.fields ?? [];
  const configured = getStoredFields(config).map(([name, field]) => ({ name, field, renamedFrom: field.renamedFrom }));
  const pairs = matchNames(stored, configured, (one, { field }) => one.storage === field.kind.storage);
  // Sequential, so that no two new fields get the same column.
  const existing = [...stored];
  const fields = configured.map((one) => {
    const found = matchField(one.name, one.field, pairs.get(one), existing);
    if (!found.before) existing.push(found.after);
    return found;
  });
  const kept = new Set(pairs.values());
  return {
    config,
    before,
    name: config.name,
    table: before?.table ?? findFreeTable(config.name, shape),
    recordTables: before ? standsOf(before.table) : [],
    fields,
    removedFields: before && !before.dropped ? getLiveFields(before).filter((one) => !kept.has(one)) : [],
  };
}

/** Matches stored resources with configs. `gone` are stored resources without a config. */
export function compareShapes(
  stored: StoredShape,
  resources: readonly AnyResource[],
  standsOf: (table: string) => readonly RecordTable[],
): { resources: readonly ResourceMatch[]; gone: readonly ResourceShape[] } {
  const configured = resources.filter(({ api }) => !api);
  const pairs = matchNames(stored, configured, () => true);
  const existing = [...stored];
  const matched = configured.map((config) => {
    const one = matchResource(config, pairs.get(config), existing, standsOf);
    if (!one.before) existing.push({ name: one.name, table: one.table, fields: [] });
    return one;
  });
  const kept = new Set(pairs.values());
  return { resources: matched, gone: stored.filter((one) => !one.dropped && !kept.has(one)) };
}
