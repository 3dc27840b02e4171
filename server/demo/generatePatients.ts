import type { GENDERS } from '../../src/wire/choices.ts';
import type { Random } from './demoRandom.ts';
import { toEmailLocalPart } from './demoStaff.ts';
import { AREA_CODES, FIRST_NAMES, LAST_NAMES, LONG_NAME, STREETS, TOWNS } from './sampleTexts.ts';

export interface DemoPatient {
  patientName: string;
  gender: (typeof GENDERS)[number];
  age: number;
  /** YYYY-MM-DD, or ''. */
  dateOfBirth: string;
  email: string;
  contactNumber: string;
  address: string;
  accountNumber: string;
  hasPhoto: boolean;
}

const DAY = 86_400_000;

/** Generates patients with unique names, addresses, numbers and accounts. `today` is YYYY-MM-DD. */
export function generatePatients(random: Random, count: number, today: string): DemoPatient[] {
  const names = new Set([LONG_NAME]);
  const homes = new Set<string>();
  const genders = [LONG_NAME, ...Array<string>(count - 1)].map((name): DemoPatient['gender'] =>
    name
      ? 'Female'
      : random.weighted([
          ['Female', 52],
          ['Male', 44],
          ['Others', 4],
        ]),
  );
  for (const gender of genders.slice(1)) {
    makeUnique(names, () => `${random.pick(FIRST_NAMES[gender])} ${random.pick(LAST_NAMES)}`);
  }
  return [...names].map((patientName, index) => {
    const age = random.weighted([
      [random.int(3, 17), 6],
      [random.int(18, 49), 30],
      [random.int(50, 96), 64],
    ]);
    return {
      patientName,
      gender: genders[index] as DemoPatient['gender'],
      age,
      dateOfBirth: random.chance(0.95) ? getBirthday(today, age, random.int(1, 360)) : '',
      email: random.chance(0.85) ? `${toEmailLocalPart(patientName).slice(0, 40)}@example.com` : '',
      contactNumber: `+1${random.pick(AREA_CODES)}5550${100 + (index % 100)}`,
      address: makeUnique(homes, () => `${random.int(12, 9400)} ${random.pick(STREETS)}, ${random.pick(TOWNS)}`),
      accountNumber: `PH${String(40_210_077 + index * 7919)}`,
      hasPhoto: random.chance(1 / 3),
    };
  });
}

/** Calls `make` until the value is new, and adds it to `seen`. */
function makeUnique(seen: Set<string>, make: () => string): string {
  let value = make();
  while (seen.has(value)) value = make();
  seen.add(value);
  return value;
}

/** Birthday of a person who turned `age` `days` days ago. */
function getBirthday(today: string, age: number, days: number): string {
  const last = new Date(Date.parse(today) - days * DAY);
  last.setUTCFullYear(last.getUTCFullYear() - age);
  return last.toISOString().slice(0, 10);
}
