import type { AnyResource } from '../../config/resource.ts';
import type { Field } from '../../fields/kind.ts';
import type { RecordTable } from './existingTables.ts';
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

export interface FieldMatch {
  field: Field;
  before: FieldShape | undefined;
  after: FieldShape;
  /** True if stored values must be read, because they may have to change. */
  needsCheck: boolean;
}

export interface ResourceMatch {
  config: AnyResource;
  before: ResourceShape | undefined;
  name: string;
  table: string;
  /** Its table, and its trash's table if that is not empty. */
  recordTables: readonly RecordTable[];
  fields: readonly FieldMatch[];
  /** Stored fields that the config no longer has. */
  removedFields: readonly FieldShape[];
}

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
  if (!before) {
    const after = createFieldShape(name, field, findFreeColumn(storage, name, stored));
    return { field, before, after, needsCheck: false };
  }
  const { renamedFrom: earlier = [], ...shape } = createFieldShape(name, field, before.value);
  const renamedFrom = before.name === name ? [...new Set([...(before.renamedFrom ?? []), ...earlier])] : earlier;
  const after: FieldShape = {
    ...shape,
    ...(renamedFrom.length > 0 && { renamedFrom }),
    ...(before.from && { from: before.from }),
    ...(before.was && { was: before.was }),
  };
  const needsCheck =
    isStoredDifferently(before, after) ||
    !isEqual(before.rule, after.rule) ||
    Boolean(after.required && (!before.required || before.dropped)) ||
    Boolean(after.unique && (!before.unique || before.dropped));
  return { field, before, after, needsCheck: needsCheck && !after.computed };
}

function matchResource(
  config: AnyResource,
  before: ResourceShape | undefined,
  shape: StoredShape,
  findTables: (table: string) => readonly RecordTable[],
): ResourceMatch {
  const stored = before?.fields ?? [];
  // A default could contradict the condition of the field in existing records.
  const configured = getStoredFields(config).map(([name, field]) => ({
    ...{ name, field: field.when ? { ...field, default: undefined } : field, renamedFrom: field.renamedFrom },
  }));
  const pairs = matchNames(stored, configured, (one, { field }) => one.storage === field.kind.storage);
  // Sequential, so that no two new fields get the same column.
  const existing = [...stored];
  const fields = configured.map((field) => {
    const match = matchField(field.name, field.field, pairs.get(field), existing);
    if (!match.before) existing.push(match.after);
    return match;
  });
  const kept = new Set(pairs.values());
  return {
    config,
    before,
    name: config.name,
    table: before?.table ?? findFreeTable(config.name, shape),
    recordTables: before ? findTables(before.table) : [],
    fields,
    removedFields: before && !before.dropped ? getLiveFields(before).filter((field) => !kept.has(field)) : [],
  };
}

/** Matches stored resources with configs. `gone` are stored resources without a config. */
export function compareShapes(
  stored: StoredShape,
  resources: readonly AnyResource[],
  findTables: (table: string) => readonly RecordTable[],
): { resources: readonly ResourceMatch[]; gone: readonly ResourceShape[] } {
  const configured = resources.filter(({ api }) => !api);
  const pairs = matchNames(stored, configured, () => true);
  const existing = [...stored];
  const matched = configured.map((config) => {
    const match = matchResource(config, pairs.get(config), existing, findTables);
    if (!match.before) existing.push({ name: match.name, table: match.table, fields: [] });
    return match;
  });
  const kept = new Set(pairs.values());
  return { resources: matched, gone: stored.filter((resource) => !resource.dropped && !kept.has(resource)) };
}
