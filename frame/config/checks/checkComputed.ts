import { getInputOptions } from '../../fields/fieldTypes.ts';
import type { Field } from '../../fields/kind.ts';
import type { ErrorReporter } from '../configError.ts';
import type { AnyResource } from '../resource.ts';
import { getFieldSchema } from '../validate.ts';

type Sample = Readonly<Record<string, unknown>>;

/** Sample values. A field gets the first one its schema accepts. */
const SAMPLES = ['Text', 1, true, '2026-01-31', '2026-01-31T12:00:00Z', 'a@example.com', '+12025550123', []];

function findSample(field: Field): unknown {
  const { choices: [choice] = [], min, max } = getInputOptions(field);
  const candidates = [choice, min, max, ...SAMPLES].filter((one) => one !== undefined);
  return candidates.find((one) => getFieldSchema(field).safeParse(one).success) ?? null;
}

/** Wraps sample values and adds the names of read fields to `reads`, until the record is copied as a whole. */
function recordReads(values: Sample, reads: Set<string>): Sample {
  let copied = false;
  return new Proxy(values, {
    ownKeys(target) {
      copied = true;
      return Reflect.ownKeys(target);
    },
    get(target, name) {
      if (!copied) reads.add(String(name));
      return target[String(name)];
    },
  });
}

/** Returns the path over `reads` from the first field of `path` back to itself, if there is one. */
export function findCycle(
  reads: ReadonlyMap<string, ReadonlySet<string>>,
  path: readonly string[],
): readonly string[] | undefined {
  const [first] = path;
  for (const next of reads.get(path.at(-1) ?? '') ?? []) {
    if (next === first) return [...path, next];
    const found = reads.has(next) && !path.includes(next) ? findCycle(reads, [...path, next]) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** Runs `compute` functions on a full and on a minimal record. Reports thrown errors and cycles. */
export function checkComputed({ fields, compute: functions = {}, api }: AnyResource, report: ErrorReporter): void {
  for (const name of Object.keys(functions)) {
    if (!(name in fields)) report(`compute.${name}`, name, 'the name of a field', Object.keys(fields));
    if (api) report(`compute.${name}`, name, 'nothing: the host gives what it gives');
  }
  const computed = Object.entries(fields).filter(([, field]) => typeof field?.compute === 'function');
  if (computed.length === 0) return;
  const kinds = Object.entries(fields).filter(([, field]) => field?.kind?.schema);
  const full = Object.fromEntries(kinds.map(([name, field]) => [name, findSample(field)]));
  const least = Object.fromEntries(kinds.map(([name, { required }]) => [name, required ? full[name] : null]));
  // Without a sample for a required field, an error proves nothing.
  const isComplete = kinds.every(([name, { required }]) => !required || full[name] !== null);
  const reads = new Map<string, Set<string>>();
  for (const [name, { compute }] of computed) {
    const ownReads = new Set<string>();
    reads.set(name, ownReads);
    const thrown = [least, full].flatMap((values) => {
      try {
        compute?.(recordReads(values, ownReads));
        return [];
      } catch (cause) {
        return [{ cause, values }];
      }
    })[0];
    if (thrown && isComplete)
      report(`compute.${name}`, String(thrown.cause), `a value or null of ${JSON.stringify(thrown.values)}`);
  }
  const reportedNames = new Set<string>();
  for (const name of reads.keys()) {
    const cycle = reportedNames.has(name) ? undefined : findCycle(reads, [name]);
    for (const one of cycle ?? []) reportedNames.add(one);
    if (cycle) report(`compute.${name}`, cycle.join(' reads '), 'computed fields that do not need each other');
  }
}
