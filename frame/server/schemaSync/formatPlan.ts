import { type AffectedRecords, formatConfigPath, isRefused, losesData, type SchemaStep } from './changeSteps.ts';
import type { Orphan } from './orphanedTables.ts';
import type { Plan } from './planChanges.ts';
import type { UndoResult } from './undoChange.ts';

const formatRecordCount = (rows: number | undefined) =>
  rows === 1 ? '1 record' : `${(rows ?? 0).toLocaleString('en-US')} records`;
const formatKeptValues = (rows: number | undefined) =>
  `${formatRecordCount(rows)} ${rows === 1 ? 'keeps its value' : 'keep their values'}`;

function formatAffected(has: string, what: string, one: AffectedRecords | undefined): string[] {
  if (!one) return [];
  const values = Object.entries(one.values ?? {}).map(([value, rows]) => `"${value}" ${rows}`);
  const more = one.rows > one.ids.length ? ' ...' : '';
  const binned = one.binned ? `, ${one.binned} of them in the bin` : '';
  return [
    `${formatRecordCount(one.rows)} ${one.rows === 1 ? has : what}${binned}${values.length > 0 ? ` (${values.join(', ')})` : ''}: ${one.ids.join(', ')}${more}`,
  ];
}

function formatStepHead({ do: does, from, to, rows, filled }: SchemaStep): string {
  const heads: Record<SchemaStep['do'], string> = {
    'add resource': 'new: gets its table',
    'rename resource': `was called ${from}; ${formatRecordCount(rows)} stay with it`,
    'drop resource': rows
      ? `gone; ${formatRecordCount(rows)} of it stay in the database, unseen`
      : 'gone; it had no records',
    'bring back resource': `comes back with ${formatRecordCount(rows)}`,
    'add field': `new (${to})`,
    'rename field': `was called ${from}; ${formatKeptValues(rows)}`,
    'convert field':
      from === to
        ? `${formatRecordCount(rows)} ${rows === 1 ? 'gets' : 'get'} another value`
        : `${from} becomes ${to}; ${formatRecordCount(rows)} converted`,
    'drop field': rows
      ? `gone; ${formatRecordCount(rows)} ${rows === 1 ? 'keeps' : 'keep'} a value in the database, unseen`
      : 'gone; no record had a value',
    'bring back field': `comes back; ${formatKeptValues(rows)}`,
    'make unique': 'becomes unique',
    'make not unique': 'is no longer unique',
    require: 'becomes required',
    check: 'takes other values than before',
    run: 'runs once',
    remove: 'removed for good',
    'find missing': 'its values are not where they were put',
  };
  return `${heads[does]}${filled ? `; ${formatRecordCount(filled)} ${filled === 1 ? 'gets' : 'get'} the default` : ''}`;
}

function formatStep(step: SchemaStep): string[] {
  const { field, refused, givenUp } = step;
  const mark = isRefused(step) ? '!' : losesData(step) ? '-' : '+';
  const kept = refused ? '' : ', left as it is';
  return [
    `  ${mark} ${field ? `fields.${field}: ` : ''}${formatStepHead(step)}`,
    ...[
      ...(givenUp
        ? [`${formatRecordCount(givenUp)} ${givenUp === 1 ? 'loses its' : 'lose their'} value, as \`convert\` says`]
        : []),
      ...formatAffected(`has a value that does not fit${kept}`, `have a value that does not fit${kept}`, step.unfit),
      ...formatAffected(`has no value${kept}`, `have no value${kept}`, step.missing),
      ...formatAffected('shares a value', 'share a value', step.doubles),
      ...(refused ? [`REFUSED: ${refused.because}.${refused.allow ? ` Allow it with ${refused.allow}` : ''}`] : []),
    ].map((line) => `      ${line}`),
  ];
}

/** Formats a plan for people, by file. */
export function formatPlan({ steps }: Pick<Plan, 'steps'>): string {
  if (steps.length === 0) return 'Nothing to do: the data fits the configs.';
  const files = Map.groupBy(steps, ({ resource, do: does }) =>
    does === 'run' ? resource : formatConfigPath({ resource }),
  );
  const refused = steps.filter(isRefused).length;
  const lines = [...files].flatMap(([file, own]) => [file, ...own.flatMap(formatStep)]);
  const end =
    refused > 0
      ? `A start refuses this, and changes nothing: ${refused === 1 ? '1 step hides or loses' : `${refused} steps hide or lose`} data, or cannot be done.`
      : 'The next start does this by itself, in one transaction.';
  return [...lines, '', end].join('\n');
}

/** Formats the migrations that run before the plan. */
export const formatMigrations = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : ['migrations', ...names.map((name) => `  + ${name}`), ''];

/** Returns 0 for nothing to do, 2 for changes, 3 for changes that are refused or lose data. */
export const getExitCode = ({ steps }: Pick<Plan, 'steps'>): 0 | 2 | 3 =>
  steps.length === 0 ? 0 : steps.some(losesData) ? 3 : 2;

/** Formats the result of an undo, or the reasons against it. */
export function formatUndo({ number, steps, left, lasting }: UndoResult, refused: boolean): string {
  const files = Map.groupBy(steps, (step) => formatConfigPath({ resource: step.resource }));
  return [
    refused ? `Change ${number} is not taken back:` : `Change ${number} is taken back:`,
    ...[...files].flatMap(([file, own]) => [file, ...own.flatMap((step) => formatStep(step).slice(0, 1))]),
    ...left.flatMap(({ resource, field, held: one }) => {
      const place = formatConfigPath({ resource, ...(field && { field }) });
      const [has, have] = field
        ? ['has a value that came since and goes out of sight', 'have values that came since and go out of sight']
        : ['goes out of sight', 'go out of sight'];
      return formatAffected(has, have, one).map((line) => `${place}: ${line}`);
    }),
    ...lasting.map((file) => `${file}: says nothing of how to take back what it did`),
    ...(refused
      ? ['Nothing was changed. --anyway takes it back; these stay in the database, unseen.']
      : ['Start the configs from before it now: those of today would make the change again.']),
  ].join('\n');
}

/** Formats the orphans and the command that removes them. */
export const formatOrphans = (orphans: readonly Orphan[]): string[] =>
  orphans.length === 0
    ? []
    : [
        '',
        'In the database, but in no config (npm run plan -- --remove NAME removes one for good):',
        ...orphans.map(
          ({ name, was, rows, superseded, undone }) =>
            `  ${name}: ${was}${undone ? ' as a conversion made it that was taken back' : superseded ? ' as it was before a conversion, for --undo' : ''}, ${formatRecordCount(rows)}`,
        ),
      ];
