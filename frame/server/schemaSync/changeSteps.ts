/** Records that block a step or that it leaves behind: number, first ids, and values of a choice. */
export interface AffectedRecords {
  rows: number;
  ids: readonly string[];
  trashed?: number;
  values?: Readonly<Record<string, number>>;
}

export const STEP_KINDS = [
  'add resource',
  'rename resource',
  'drop resource',
  'bring back resource',
  'add field',
  'rename field',
  'convert field',
  'drop field',
  'bring back field',
  'make unique',
  'make not unique',
  'add rule',
  'check rule',
  'drop rule',
  'require',
  'check',
  'run',
  'remove',
  'find missing',
] as const;

/** One change of stored data, or the reason why it is impossible. */
export interface SchemaStep {
  do: (typeof STEP_KINDS)[number];
  resource: string;
  field?: string;
  /** A rule with its fields. */
  rule?: string;
  from?: string;
  to?: string;
  rows?: number;
  filled?: number;
  /** Stored form of a value that all of them get. */
  standard?: unknown;
  /** Records with an invalid, missing or shared value. */
  unfit?: AffectedRecords;
  missing?: AffectedRecords;
  doubles?: AffectedRecords;
  /** Records that break the rule. */
  broken?: AffectedRecords;
  /** Number of records whose value `convert` removes. */
  givenUp?: number;
  /** Reason for refusing the start, and the config line that allows it. */
  refused?: { because: string; allow?: string };
}

/** True if a step refuses the start or hides values. */
export const isRefused = ({ refused }: SchemaStep): boolean => refused !== undefined;
export const losesData = (step: SchemaStep): boolean =>
  isRefused(step) ||
  Boolean(step.unfit?.rows) ||
  Boolean(step.givenUp) ||
  (['drop field', 'drop resource'].includes(step.do) && Boolean(step.rows));

export const formatConfigPath = ({ resource, field, rule }: Pick<SchemaStep, 'resource' | 'field' | 'rule'>): string =>
  // A custom change names its own file.
  [
    resource.endsWith('.ts') ? resource : `src/resources/${resource}.ts`,
    ...(field ? [`fields.${field}`] : []),
    ...(rule ? [rule] : []),
  ].join(': ');
