/** Records that stand in a step's way, or that it leaves behind: how many, the first by id, and values where they are choices. */
export interface AffectedRecords {
  rows: number;
  ids: readonly string[];
  /** How many of them lie in the bin. */
  binned?: number;
  values?: Readonly<Record<string, number>>;
}

/** What a change does to a resource or one of its fields. */
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
  'require',
  'check',
  'run',
  'remove',
  'find missing',
] as const;

/** One thing that a start does to the data that is there, or cannot do. */
export interface SchemaStep {
  do: (typeof STEP_KINDS)[number];
  resource: string;
  field?: string;
  /** The name or the kind that it had, and that it gets. */
  from?: string;
  to?: string;
  /** Records that have a value there. */
  rows?: number;
  /** Records that get a value they did not have. */
  filled?: number;
  /** What those have that get the same, as it is stored. */
  standard?: unknown;
  /** Records whose value does not fit, or that lack one, or that share one. */
  unfit?: AffectedRecords;
  missing?: AffectedRecords;
  doubles?: AffectedRecords;
  /** Records whose value is given up by the config's own word. */
  givenUp?: number;
  /** Why a start refuses it, and the line in the config that allows it. */
  refused?: { because: string; allow?: string };
}

/** Whether it refuses a start, or takes values out of sight that were there. */
export const isRefused = ({ refused }: SchemaStep): boolean => refused !== undefined;
export const losesData = (step: SchemaStep): boolean =>
  isRefused(step) ||
  Boolean(step.unfit?.rows) ||
  Boolean(step.givenUp) ||
  (['drop field', 'drop resource'].includes(step.do) && Boolean(step.rows));

/** The place of a step in the configs. */
export const formatConfigPath = ({ resource, field }: Pick<SchemaStep, 'resource' | 'field'>): string =>
  `src/resources/${resource}.ts${field ? `: fields.${field}` : ''}`;
