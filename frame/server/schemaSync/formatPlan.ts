import { type Held, isRefused, loses, placeOf, type Step } from './changeSteps.ts';
import type { Orphan } from './orphanedTables.ts';
import type { Plan } from './planChanges.ts';
import type { Undone } from './undoChange.ts';

const records = (rows: number | undefined) =>
  rows === 1 ? '1 record' : `${(rows ?? 0).toLocaleString('en-US')} records`;
const keep = (rows: number | undefined) => `${records(rows)} ${rows === 1 ? 'keeps its value' : 'keep their values'}`;

function held(has: string, what: string, one: Held | undefined): string[] {
  if (!one) return [];
  const values = Object.entries(one.values ?? {}).map(([value, rows]) => `"${value}" ${rows}`);
  const more = one.rows > one.ids.length ? ' ...' : '';
  const binned = one.binned ? `, ${one.binned} of them in the bin` : '';
  return [
    `${records(one.rows)} ${one.rows === 1 ? has : what}${binned}${values.length > 0 ? ` (${values.join(', ')})` : ''}: ${one.ids.join(', ')}${more}`,
  ];
}

function headOf({ do: does, from, to, rows, filled }: Step): string {
  const heads: Record<Step['do'], string> = {
    'add resource': 'new: gets its table',
    'rename resource': `was called ${from}; ${records(rows)} stay with it`,
    'drop resource': rows ? `gone; ${records(rows)} of it stay in the database, unseen` : 'gone; it had no records',
    'bring back resource': `comes back with ${records(rows)}`,
    'add field': `new (${to})`,
    'rename field': `was called ${from}; ${keep(rows)}`,
    'convert field':
      from === to
        ? `${records(rows)} ${rows === 1 ? 'gets' : 'get'} another value`
        : `${from} becomes ${to}; ${records(rows)} converted`,
    'drop field': rows
      ? `gone; ${records(rows)} ${rows === 1 ? 'keeps' : 'keep'} a value in the database, unseen`
      : 'gone; no record had a value',
    'bring back field': `comes back; ${keep(rows)}`,
    'make unique': 'becomes unique',
    'make not unique': 'is no longer unique',
    require: 'becomes required',
    check: 'takes other values than before',
    run: 'runs once',
    remove: 'removed for good',
    'find missing': 'its values are not where they were put',
  };
  return `${heads[does]}${filled ? `; ${records(filled)} ${filled === 1 ? 'gets' : 'get'} the default` : ''}`;
}

function linesOf(step: Step): string[] {
  const { field, refused, givenUp } = step;
  const mark = isRefused(step) ? '!' : loses(step) ? '-' : '+';
  const kept = refused ? '' : ', left as it is';
  return [
    `  ${mark} ${field ? `fields.${field}: ` : ''}${headOf(step)}`,
    ...[
      ...(givenUp
        ? [`${records(givenUp)} ${givenUp === 1 ? 'loses its' : 'lose their'} value, as \`convert\` says`]
        : []),
      ...held(`has a value that does not fit${kept}`, `have a value that does not fit${kept}`, step.unfit),
      ...held(`has no value${kept}`, `have no value${kept}`, step.missing),
      ...held('shares a value', 'share a value', step.doubles),
      ...(refused ? [`REFUSED: ${refused.because}.${refused.allow ? ` Allow it with ${refused.allow}` : ''}`] : []),
    ].map((line) => `      ${line}`),
  ];
}

/** A plan for people: what a start would do, by file. */
export function planText({ steps }: Pick<Plan, 'steps'>): string {
  if (steps.length === 0) return 'Nothing to do: the data fits the configs.';
  const files = Map.groupBy(steps, ({ resource, do: does }) => (does === 'run' ? resource : placeOf({ resource })));
  const refused = steps.filter(isRefused).length;
  const lines = [...files].flatMap(([file, own]) => [file, ...own.flatMap(linesOf)]);
  const end =
    refused > 0
      ? `A start refuses this, and changes nothing: ${refused === 1 ? '1 step hides or loses' : `${refused} steps hide or lose`} data, or cannot be done.`
      : 'The next start does this by itself, in one transaction.';
  return [...lines, '', end].join('\n');
}

/** The app's own steps that a start makes before it looks at the configs. */
export const migrationTexts = (names: readonly string[]): string[] =>
  names.length === 0 ? [] : ['migrations', ...names.map((name) => `  + ${name}`), ''];

/** What a plan's end says to a script: nothing to do, something, or something that refuses or loses data. */
export const exitCode = ({ steps }: Pick<Plan, 'steps'>): 0 | 2 | 3 =>
  steps.length === 0 ? 0 : steps.some(loses) ? 3 : 2;

/** What an undo did, or why it did not. */
export function undoneText({ number, steps, left, lasting }: Undone, refused: boolean): string {
  const files = Map.groupBy(steps, (step) => placeOf({ resource: step.resource }));
  return [
    refused ? `Change ${number} is not taken back:` : `Change ${number} is taken back:`,
    ...[...files].flatMap(([file, own]) => [file, ...own.flatMap((step) => linesOf(step).slice(0, 1))]),
    ...left.flatMap(({ resource, field, held: one }) => {
      const place = placeOf({ resource, ...(field && { field }) });
      const [has, have] = field
        ? ['has a value that came since and goes out of sight', 'have values that came since and go out of sight']
        : ['goes out of sight', 'go out of sight'];
      return held(has, have, one).map((line) => `${place}: ${line}`);
    }),
    ...lasting.map((file) => `${file}: says nothing of how to take back what it did`),
    ...(refused
      ? ['Nothing was changed. --anyway takes it back; these stay in the database, unseen.']
      : ['Start the configs from before it now: those of today would make the change again.']),
  ].join('\n');
}

/** What stands in the database and in no config, with what removes it. */
export const orphanTexts = (orphans: readonly Orphan[]): string[] =>
  orphans.length === 0
    ? []
    : [
        '',
        'In the database, but in no config (npm run plan -- --remove NAME removes one for good):',
        ...orphans.map(
          ({ name, was, rows, superseded, undone }) =>
            `  ${name}: ${was}${undone ? ' as a conversion made it that was taken back' : superseded ? ' as it was before a conversion, for --undo' : ''}, ${records(rows)}`,
        ),
      ];
