import { existsSync, readFileSync } from 'node:fs';

export interface TestResults {
  passed: number;
  failed: number;
  /** "file > test" and the first line of the error. */
  failures: string[];
  /** Failures of tests that passed when their file ran again, alone. */
  unsteady?: string[];
  /** User and system seconds, children included. */
  cpu: number;
}

/** Results of one check. */
export const passedCheck = (cpu = 0): TestResults => ({ passed: 1, failed: 0, failures: [], cpu });
export const failedCheck = (name: string, cpu = 0): TestResults => ({ passed: 0, failed: 1, failures: [name], cpu });

export const sumResults = (tallies: readonly TestResults[]): TestResults => ({
  passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
  failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
  failures: tallies.flatMap(({ failures }) => failures),
  unsteady: tallies.flatMap(({ unsteady = [] }) => unsteady),
  cpu: tallies.reduce((sum, { cpu }) => sum + cpu, 0),
});

interface FinishedTest {
  fullName: string;
  result(): { state: string; errors?: readonly { message: string }[] };
}
export interface FinishedModule {
  relativeModuleId: string;
  state(): string;
  errors(): readonly { message: string }[];
  children: { allTests(): Iterable<FinishedTest> };
}

const firstLine = (text = '') => text.split('\n').find((line) => line.trim() !== '');
const describeFailure = (names: string[], error?: string) =>
  names.join(' > ') + (firstLine(error) ? `\n    ${firstLine(error)?.trim()}` : '');

type Counted = Omit<TestResults, 'cpu'>;

/**
 * Counts the tests of a run. A file that failed without a failing test counts as a failure, like each unhandled error.
 */
export function countTests(modules: readonly FinishedModule[], unhandled: readonly { message: string }[]): Counted {
  const failures: string[] = [];
  let passed = 0;
  for (const module of modules) {
    const before = failures.length;
    for (const test of module.children.allTests()) {
      const { state, errors } = test.result();
      if (state === 'passed') passed += 1;
      if (state === 'failed')
        failures.push(describeFailure([module.relativeModuleId, test.fullName], errors?.[0]?.message));
    }
    if (module.state() === 'failed' && failures.length === before)
      failures.push(describeFailure([module.relativeModuleId], module.errors()[0]?.message));
  }
  for (const { message } of unhandled) failures.push(describeFailure(['outside of any test'], message));
  return { passed, failed: failures.length, failures };
}

/** At most so many failed files run again. */
const MOST_UNSTEADY_FILES = 2;

/** Test files of the failures, or none if there are many, or if a failure has no file. */
export function findUnsteadyFiles({ failures }: Pick<TestResults, 'failures'>): string[] {
  const files = failures.map((failure) => /^[\w./-]+\.test\.tsx?(?= > )/.exec(failure)?.[0]);
  const known = new Set(files.filter((file) => file !== undefined));
  return files.includes(undefined) || known.size > MOST_UNSTEADY_FILES ? [] : [...known];
}

/** Results of a run whose failed files ran again: what passed then counts as passed, and is named. */
export function addSecondRun(first: TestResults, second: TestResults): TestResults {
  const nameOf = (failure: string) => failure.split('\n')[0];
  const again = new Set(second.failures.map(nameOf));
  const unsteady = first.failures.filter((failure) => !again.has(nameOf(failure)));
  return {
    passed: first.passed + unsteady.length,
    failed: second.failed,
    failures: second.failures,
    unsteady,
    cpu: first.cpu + second.cpu,
  };
}

interface Ended {
  code: number | null;
  cpu: number;
}

/** Reads the results of a run. A missing report or an unexplained exit code is a failure. */
export function readResults(name: string, file: string, { code, cpu }: Ended): TestResults {
  if (!existsSync(file)) return failedCheck(`${name}: the run gave no report`, cpu);
  const tally = { ...(JSON.parse(readFileSync(file, 'utf8')) as Counted), cpu };
  if (tally.failed > 0 || code === 0) return tally;
  return sumResults([tally, failedCheck(`${name}: the run ended with ${code}`)]);
}
