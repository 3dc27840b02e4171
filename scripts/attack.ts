// npm run attack: everything that can be sent to a server by somebody who means harm, made from the wire's declarations
// and the collections, against a server that it starts for this; then the same server ended at work. Prints the table of
// docs/security.md and what did not hold, and exits with 1 where anything did not. `--runs` (hostile requests for each call
// and role), `--part` (every how many-th of the rest) and `--rounds` (ends of the server) change how much.
import '../server/app.ts';
import { parseArgs } from 'node:util';
import { attack } from '../tests/attack/attack.ts';
import { kills } from '../tests/attack/kills.ts';
import { type Row, tableOf } from '../tests/attack/tally.ts';

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '60' },
    part: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '5' },
  },
});
const [runs, part, rounds] = [values.runs, values.part, values.rounds].map(Number) as [number, number, number];

const print = ({ test, attempts, failures }: Row) => {
  console.error(`${test}: ${attempts} attempts, ${failures.length} failures`);
  for (const one of failures.slice(0, 20)) console.error(`  ${one}`);
};
const rows = await attack({ runs, part }, print);
for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
  const row = await kills(signal, rounds);
  print(row);
  rows.push(row);
}
console.log(tableOf(rows));
process.exitCode = rows.some(({ failures }) => failures.length > 0) ? 1 : 0;
