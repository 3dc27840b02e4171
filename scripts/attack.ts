// npm run attack: sends hostile requests, generated from the API's declarations, to a server of its own, then kills
// that server under load.
// Prints the table of docs/security.md and the failures; exits with 1 after a failure.
// `--runs`: hostile requests for each call and role. `--part`: share of the rest. `--rounds`: kills of the server.
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
