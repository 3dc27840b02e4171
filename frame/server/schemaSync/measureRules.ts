import { listRules, type RecordRule } from '../../config/recordRules.ts';
import { isCalendarDay, isChoice, isReference } from '../../fields/fieldTypes.ts';
import type { Db } from '../db/databaseSchema.ts';
import { toUniqueKey } from '../records/schema/indexKeys.ts';
import { findClashes } from '../records/schema/ruleConditions.ts';
import { STORAGE_CODECS } from '../records/schema/storageCodecs.ts';
import type { AffectedRecords, SchemaStep } from './changeSteps.ts';
import type { FieldMatch, ResourceMatch } from './compareShapes.ts';
import { AffectedCounter, computeOutcomes, type SyncContext } from './measureChange.ts';
import type { FieldShape, ResourceShape, RuleShape } from './resourceShape.ts';
import { createOutcome, readRecords } from './rowOutcomes.ts';

const listNames = ({ by, period }: RecordRule) => [...by, ...(period ? [period.from, period.to] : [])];
const formatRule = (kind: string, names: readonly string[]) => `rules.${kind} (${names.join(', ')})`;

/** Describes a rule by its fields, or returns undefined if one of them is unknown. */
function toRuleShape(rule: RecordRule, findField: (name: string) => FieldShape | undefined): RuleShape | undefined {
  const columns = listNames(rule).map((name) => findField(name)?.value);
  if (columns.some((column) => column === undefined)) return undefined;
  return { kind: rule.period ? 'noOverlap' : 'unique', columns: columns as string[] };
}

/** Returns the rules of a config on the columns of these fields. */
export const createRuleShapes = (match: ResourceMatch, fields: readonly FieldShape[]): RuleShape[] =>
  listRules(match.config).flatMap(
    (rule) => toRuleShape(rule, (name) => fields.find((field) => field.name === name && !field.dropped)) ?? [],
  );

const isSame = (one: RuleShape, other: RuleShape | undefined) =>
  other !== undefined && one.kind === other.kind && one.columns.join() === other.columns.join();

/** Converts a new value to the form that the rule compares. */
function toComparable({ after, field }: FieldMatch, value: unknown, zone: string): unknown {
  const stored = value === null ? null : STORAGE_CODECS[after.storage].encode(value, zone);
  const isText = after.storage === 'text' && !(isChoice(field) || isReference(field) || isCalendarDay(field));
  return isText ? toUniqueKey(stored) : stored;
}

/** Finds the records outside the bin that would break a rule. */
async function findBroken(
  db: Db,
  resource: ResourceMatch,
  rule: RecordRule,
  context: SyncContext,
): Promise<AffectedRecords> {
  const fields = resource.fields.filter(({ after }) => listNames(rule).includes(after.name));
  const computed = fields.map((match) => ({ match, compute: createOutcome(match, resource.name, context.zone) }));
  const rows: Record<string, unknown>[] = [];
  for await (const { table, page } of readRecords(db, resource, fields, context.zone)) {
    if (table.isTrash) continue;
    const values = page.map(({ row }): Record<string, unknown> => ({ id: row.id }));
    for (const field of computed) {
      const outcomes = await computeOutcomes(db, field, page, context);
      for (const [at, { outcome }] of outcomes.entries())
        Object.assign(values[at] as object, {
          [field.match.after.name]: toComparable(field.match, outcome.value, context.zone),
        });
    }
    rows.push(...values);
  }
  const { period } = rule;
  const days = resource.fields.find(({ after }) => after.name === period?.from)?.after.storage !== 'moment';
  const clashes = findClashes({ by: rule.by, ...(period && { period: { ...period, days } }) }, rows);
  const broken = new AffectedCounter();
  for (const id of new Set(clashes.flat().map((row) => String(row.id)))) broken.add(id, false);
  return broken;
}

/** Builds the steps of rules that are new, gone, or whose values change. */
export async function buildRuleSteps(db: Db, resource: ResourceMatch, context: SyncContext): Promise<SchemaStep[]> {
  const { before, fields, config, name } = resource;
  if (!before) return [];
  const steps: SchemaStep[] = [];
  const stored = before.dropped ? [] : (before.rules ?? []);
  const kept = new Set<RuleShape>();
  for (const rule of listRules(config)) {
    const names = listNames(rule);
    const former = toRuleShape(rule, (one) => fields.find(({ after }) => after.name === one)?.before);
    const same = former && stored.find((one) => isSame(one, former));
    if (same) kept.add(same);
    const isChanged = fields.some(
      ({ after, before: old, needsCheck }) => names.includes(after.name) && (needsCheck || !old),
    );
    if (same && !isChanged) continue;
    const broken = await findBroken(db, resource, rule, context);
    if (same && broken.rows === 0) continue;
    const because = broken.rows === 1 ? '1 record breaks it' : `${broken.rows} records break it`;
    const place = { resource: name, rule: formatRule(rule.period ? 'noOverlap' : 'unique', names) };
    const details = broken.rows > 0 ? { broken, refused: { because } } : {};
    steps.push({ do: same ? 'check rule' : 'add rule', ...place, ...details });
  }
  const nameOf = ({ fields: all }: ResourceShape, column: string) =>
    all.find(({ value }) => value === column)?.name ?? column;
  for (const rule of stored.filter((one) => !kept.has(one)))
    steps.push({
      do: 'drop rule',
      resource: name,
      rule: formatRule(
        rule.kind,
        rule.columns.map((column) => nameOf(before, column)),
      ),
    });
  return steps;
}
