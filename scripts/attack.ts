// npm run attack: sends hostile requests, generated from the API's declarations, to a server of its own.
// Prints the table of docs/security.md and the failures; exits with 1 after a failure.
// `--part`: tries one of this many cases.
import '../server/app.ts';
import { parseArgs } from 'node:util';
import { attack } from '../tests/attack/attack.ts';
import { type Row, tableOf } from '../tests/attack/tally.ts';

const { values } = parseArgs({ options: { part: { type: 'string', default: '1' } } });

const print = ({ test, attempts, failures }: Row) => {
  console.error(`${test}: ${attempts} attempts, ${failures.length} failures`);
  for (const one of failures.slice(0, 20)) console.error(`  ${one}`);
};
const rows = await attack(Number(values.part), print);
console.log(tableOf(rows));
process.exitCode = rows.some(({ failures }) => failures.length > 0) ? 1 : 0;
