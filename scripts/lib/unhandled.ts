import { writeFileSync } from 'node:fs';
import process from 'node:process';
import type { Reporter } from 'vitest/node';

/** Where the errors are written that no test failed with: UNHANDLED names the file, a JSON list of texts. */
export default class Unhandled implements Reporter {
  onTestRunEnd(_modules: unknown, errors: readonly { message: string; stack?: string }[]): void {
    const { UNHANDLED } = process.env;
    if (UNHANDLED) writeFileSync(UNHANDLED, JSON.stringify(errors.map(({ stack, message }) => stack ?? message)));
  }
}
