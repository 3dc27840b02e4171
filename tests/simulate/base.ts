import { records, systemContext } from 'portal-frame/server';
import { createAccount, hashPassword } from 'portal-frame/server/accounts';
import { findUnrecorded } from 'portal-frame/testing';
import { hasPlugin } from '../api/hasPlugin.ts';
import { setNow } from './clock.ts';
import { openServer, type Place } from './openServer.ts';
import { emailOf, LABORATORIES, PASSWORD, PEOPLE, type Person } from './people.ts';

/** Records that each world starts with. */
export interface Base {
  ids: Readonly<Record<Person, string>>;
  /** Tests of the catalogue. */
  tests: readonly string[];
  /** Records without history or audit entry, as the people. */
  known: ReadonlySet<string>;
}

const TUBES = [
  ['Citrate', 'lightBlue', 'PT / INR'],
  ['Serum', 'gold', 'Lipid panel'],
  ['EDTA', 'lavender', 'Hemoglobin A1c'],
] as const;

/** Creates the people, a catalogue of tests, a price of each laboratory, and prices of tests and tubes. */
export async function fillBase(place: Place): Promise<Base> {
  setNow(Date.parse('2026-01-05T12:00:00Z'));
  const opened = await openServer(place);
  const { services } = opened;
  const passwordHash = await hashPassword(PASSWORD, services.config);
  const ids = {} as Record<Person, string>;
  for (const person of Object.keys(PEOPLE) as Person[]) {
    const account = { ...PEOPLE[person], email: emailOf(person), username: emailOf(person), passwordHash };
    ids[person] = (await createAccount(services, account)).id;
  }
  const data = records(systemContext(services, 'simulation'));
  const tests: string[] = [];
  for (const [index, [kind, cap, test]] of TUBES.entries()) {
    const values = { name: kind, cap, additive: kind, drawOrder: index + 1, volume: 5, minimum: 1 };
    const tube = await data.create('tubeKinds', values as never);
    const made = await data.create('tests', { name: test, tubeKind: tube.id, volume: 1 } as never);
    tests.push(String(made.id));
  }
  if (hasPlugin('money')) await enterPrices(data, ids);
  const known = new Set(await findUnrecorded(services.db, services.collections));
  await opened.close();
  return { ids, tests, known };
}

/** Enters a price of each laboratory, and prices of tests and tubes. */
async function enterPrices(data: ReturnType<typeof records>, ids: Base['ids']): Promise<void> {
  for (const person of LABORATORIES) {
    const price = { laboratory: ids[person], kind: 'visit', amount: 42.5, from: '2026-01-01' };
    await data.create('prices' as 'tests', price as never);
  }
  for (const [kind, amount] of [
    ['tube', 1.25],
    ['test', 3],
  ])
    await data.create('prices' as 'tests', { kind, amount, from: '2026-01-01' } as never);
}
