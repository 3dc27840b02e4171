import { format } from 'node:util';
import { afterAll, afterEach } from 'vitest';

/**
 * A vitest setup file: an unexpected console.error, console.warn or process warning fails the test that caused it. List
 * it before other setup files, so that its check runs after their cleanup.
 */
interface ConsoleOutput {
  messages: string[];
  expected: (string | RegExp)[];
  ignored: (string | RegExp)[];
}

// Without isolation vitest runs this file again for each test file, and other modules keep the first copy.
const KEY = Symbol.for('portal.consoleOutput');
const holder = globalThis as { [KEY]?: ConsoleOutput };
holder[KEY] ??= { messages: [], expected: [], ignored: [] };
const output = holder[KEY];

const matches = (message: string) => (pattern: string | RegExp) =>
  typeof pattern === 'string' ? message.includes(pattern) : pattern.test(message);

/** Lets the current test write this message, and fails it if the message never comes. */
export function expectOutput(pattern: string | RegExp): void {
  output.expected.push(pattern);
}

/** Ignores an upstream message in all tests that follow. Name the upstream issue beside each call. */
export function ignoreOutput(pattern: string | RegExp): void {
  output.ignored.push(pattern);
}

function check(): void {
  const { messages, expected, ignored } = output;
  const unexpected = messages.filter((message) => ![...expected, ...ignored].some(matches(message)));
  const missing = expected.filter((pattern) => !messages.some((message) => matches(message)(pattern)));
  output.messages = [];
  output.expected = [];
  const problems = [
    ...unexpected.map((message) => `Unexpected console output: ${message.slice(0, 2000)}`),
    ...missing.map((pattern) => `Expected console output that never came: ${pattern}`),
  ];
  if (problems.length > 0) throw new Error(problems.join('\n'));
}

for (const method of ['error', 'warn'] as const)
  console[method] = (...args: unknown[]) => void output.messages.push(format(...args));
process.emitWarning = (warning: string | Error) => void output.messages.push(String(warning));

afterEach(check);
afterAll(check);
