import type { AppliedMigrations } from '../migrations/appliedMigrations.ts';
import { type Collection, includeTrash } from '../records/schema/collection.ts';
import { getListIndexes, type ListIndex } from '../records/schema/listIndexes.ts';
import { type AffectedRecords, formatConfigPath, isRefused, losesData, type SchemaStep } from './changeSteps.ts';
import type { Orphan } from './orphanedTables.ts';
import type { Plan } from './planChanges.ts';
import type { UndoResult } from './undoChange.ts';

/** Formats a number of records with the verb phrase for one or for several. */
function formatCount(rows = 0, one = '', many = one): string {
  const verb = rows === 1 ? one : many;
  return `${rows === 1 ? '1 record' : `${rows.toLocaleString('en-US')} records`}${verb && ` ${verb}`}`;
}

function formatAffected(one: string, many: string, affected: AffectedRecords | undefined): string[] {
  if (!affected) return [];
  const { rows, ids, trashed, values } = affected;
  const counts = Object.entries(values ?? {}).map(([value, count]) => `"${value}" ${count}`);
  const inTrash = trashed ? `, ${trashed} of them in the bin` : '';
  const choices = counts.length > 0 ? ` (${counts.join(', ')})` : '';
  return [`${formatCount(rows, one, many)}${inTrash}${choices}: ${ids.join(', ')}${rows > ids.length ? ' ...' : ''}`];
}

function formatStepHead({ do: kind, from, to, rows, filled }: SchemaStep): string {
  const kept = formatCount(rows, 'keeps its value', 'keep their values');
  const heads: Record<SchemaStep['do'], string> = {
    'add resource': 'new: gets its table',
    'rename resource': `was called ${from}; ${formatCount(rows, 'stay with it')}`,
    'drop resource': rows ? `gone; ${formatCount(rows)} of it stay in the database, unseen` : 'gone; it had no records',
    'bring back resource': `comes back with ${formatCount(rows)}`,
    'add field': `new (${to})`,
    'rename field': `was called ${from}; ${kept}`,
    'convert field':
      from === to
        ? formatCount(rows, 'gets another value', 'get another value')
        : `${from} becomes ${to}; ${formatCount(rows, 'converted')}`,
    'drop field': rows
      ? `gone; ${formatCount(rows, 'keeps', 'keep')} a value in the database, unseen`
      : 'gone; no record had a value',
    'bring back field': `comes back; ${kept}`,
    'make unique': 'becomes unique',
    'make not unique': 'is no longer unique',
    'add rule': 'is kept from now on',
    'check rule': 'compares other values than before',
    'drop rule': 'is no longer kept',
    require: 'becomes required',
    check: 'takes other values than before',
    run: 'runs once',
    remove: 'removed for good',
    'find missing': 'its values are not where they were put',
  };
  return `${heads[kind]}${filled ? `; ${formatCount(filled, 'gets', 'get')} the default` : ''}`;
}

function formatStep(step: SchemaStep): string[] {
  const { field, rule, refused, givenUp, unfit, missing, doubles, broken } = step;
  const mark = isRefused(step) ? '!' : losesData(step) ? '-' : '+';
  const kept = refused ? '' : ', left as it is';
  const details = [
    ...(givenUp ? [`${formatCount(givenUp, 'loses its', 'lose their')} value, as \`convert\` says`] : []),
    ...formatAffected(`has a value that does not fit${kept}`, `have a value that does not fit${kept}`, unfit),
    ...formatAffected(`has no value${kept}`, `have no value${kept}`, missing),
    ...formatAffected('shares a value', 'share a value', doubles),
    ...formatAffected('breaks it', 'break it', broken),
    ...(refused ? [`REFUSED: ${refused.because}.${refused.allow ? ` Allow it with ${refused.allow}` : ''}`] : []),
  ];
  const head = `  ${mark} ${field ? `fields.${field}: ` : ''}${rule ? `${rule}: ` : ''}${formatStepHead(step)}`;
  return [head, ...details.map((line) => `      ${line}`)];
}

export function formatPlan({ steps }: Pick<Plan, 'steps'>): string {
  if (steps.length === 0) return 'Nothing to do: the data fits the configs.';
  const files = Map.groupBy(steps, ({ resource }) => formatConfigPath({ resource }));
  const refused = steps.filter(isRefused).length;
  const lines = [...files].flatMap(([file, fileSteps]) => [file, ...fileSteps.flatMap(formatStep)]);
  const end =
    refused > 0
      ? `A start refuses this, and changes nothing: ${refused === 1 ? '1 step hides or loses' : `${refused} steps hide or lose`} data, or cannot be done.`
      : 'The next start does this by itself, in one transaction.';
  return [...lines, '', end].join('\n');
}

/** Formats pending migrations by owner. */
export function formatMigrations(pending: AppliedMigrations): string[] {
  const lines = Object.entries(pending).flatMap(([owner, names]) => names.map((name) => `  + ${owner} ${name}`));
  return lines.length === 0 ? [] : ['migrations', ...lines, ''];
}

/** Says which plug-ins left tables; no line if there are none. */
export const formatUnlistedOwners = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : [`Not in server/app.ts, so their tables are left alone: ${names.join(', ')}`];

/** Returns 0 for nothing to do, 2 for changes, 3 for changes that are refused or lose data. */
export const getExitCode = ({ steps }: Pick<Plan, 'steps'>): 0 | 2 | 3 =>
  steps.length === 0 ? 0 : steps.some(losesData) ? 3 : 2;

/** Formats the result of an undo, or the reasons against it. */
export function formatUndo({ number, steps, left, lasting }: UndoResult, { refused }: { refused: boolean }): string {
  const files = Map.groupBy(steps, (step) => formatConfigPath({ resource: step.resource }));
  return [
    refused ? `Change ${number} is not taken back:` : `Change ${number} is taken back:`,
    ...[...files].flatMap(([file, fileSteps]) => [file, ...fileSteps.flatMap((step) => formatStep(step).slice(0, 1))]),
    ...left.flatMap(({ resource, field, held: one }) => {
      const place = formatConfigPath({ resource, ...(field && { field }) });
      const [has, have] = field
        ? ['has a later value and will be hidden', 'have later values and will be hidden']
        : ['will be hidden', 'will be hidden'];
      return formatAffected(has, have, one).map((line) => `${place}: ${line}`);
    }),
    ...lasting.map((file) => `${file}: has no \`undo\``),
    ...(refused
      ? ['Nothing was changed. --anyway takes it back; these stay in the database, unseen.']
      : ['Now start with the earlier configs. The current ones would repeat the change.']),
  ].join('\n');
}

/** Formats the orphans and the command that removes them. */
export function formatOrphans(orphans: readonly Orphan[]): string[] {
  if (orphans.length === 0) return [];
  const lines = orphans.map(({ name, was, rows, superseded, undone }) => {
    const kept = superseded ? ', values before a conversion, kept for --undo' : '';
    const origin = undone ? ', result of a conversion that was undone' : kept;
    return `  ${name}: ${was}${origin}, ${formatCount(rows)}`;
  });
  return ['', 'In the database, but in no config (npm run plan -- --remove NAME removes one for good):', ...lines];
}

/** Formats the indexes of each table by their fields. */
export function formatIndexes(collections: readonly Collection[]): string[] {
  const own = includeTrash(collections.filter(({ existingTable }) => !existingTable));
  const format = ({ filter, order }: ListIndex) => [filter, order].flatMap((column) => column?.name ?? []).join(' + ');
  const lines = own.map((one) => `  ${one.table}: ${getListIndexes(one).map(format).join(', ') || 'none'}`);
  return ['', 'Indexes of lists, beside those of unique fields and rules:', ...lines];
}
