import { DEPARTMENTS, SHIFTS } from '../../src/wire/choices.ts';

export interface DemoPerson {
  email: string;
  username: string;
  fullName: string;
  contactNumber: string;
  address: string;
  about: string;
  isActive: boolean;
  hasPhoto: boolean;
}

export interface DemoEmployee extends DemoPerson {
  code: string;
  gender: string;
  jobRole: string;
  department: string;
  shiftTiming: string;
  hiredDaysAgo: number;
}

export interface DemoLaboratory extends DemoPerson {
  /** Opening and closing time on weekdays and on Saturday; null if closed. */
  week: readonly [string, string];
  saturday: readonly [string, string] | null;
}

export const DEMO_PASSWORD = 'Phlebo-demo-1';

export const ADMIN: DemoPerson & Pick<DemoEmployee, 'gender' | 'jobRole' | 'hiredDaysAgo'> = {
  email: 'admin@demo.test',
  username: 'admin',
  fullName: 'Dana Whitfield',
  contactNumber: '+12155550100',
  address: '1500 Market St, Suite 1200, Philadelphia, PA 19102',
  about: 'Runs dispatch and billing.',
  gender: 'Female',
  jobRole: 'Operations Manager',
  hiredDaysAgo: 2410,
  isActive: true,
  hasPhoto: true,
};

const [LABORATORY, , PHARMACY, OFFICE] = DEPARTMENTS;
const [MORNING, EVENING, NIGHT] = SHIFTS;
const EARLY = 'Early (6AM - 2PM)';
const LONG = 'Long day (6:30AM - 5PM)';

type EmployeeRow = readonly [
  ...[fullName: string, gender: string, jobRole: string, shift: string, daysSinceHiring: number, photo: boolean],
  ...[about: string, department?: string],
];
/** The first is the demo employee. */
const EMPLOYEE_ROWS: readonly EmployeeRow[] = [
  ['Marisol Peña', 'Female', 'Senior Phlebotomist', LONG, 1460, true, 'Pediatric and geriatric draws.'],
  ['Søren Lindqvist', 'Male', 'Phlebotomist', EARLY, 611, true, 'Covers the Main Line by bicycle and van.'],
  ['Chloé Beaumont', 'Female', 'Phlebotomist', EVENING, 388, false, 'Speaks French and Haitian Creole.'],
  ['Darnell Washington', 'Male', 'Lead Phlebotomist', MORNING, 2015, true, 'Trains new colleagues.'],
  ['Priya Raghunathan', 'Female', 'Research Phlebotomist', EARLY, 803, false, 'Study kits and timed draws.'],
  ["Aoife O'Sullivan", 'Female', 'Phlebotomist', EVENING, 142, false, ''],
  ['Wei-Ling Zhang', 'Female', 'Phlebotomist', 'Weekends (7AM - 3PM)', 517, true, 'Weekends and holidays.'],
  [
    'Bartholomew Christopher Featherstonehaugh-Montgomery',
    'Male',
    'Mobile Phlebotomy and Specimen Logistics Coordinator',
    MORNING,
    1190,
    false,
    'Plans the routes and the cold chain between the homes of our patients and seven laboratories.',
    PHARMACY,
  ],
  ['Tomás Echeverría', 'Male', 'Phlebotomist', MORNING, 266, false, 'Habla español.'],
  ['Grace Kowalczyk', 'Female', 'Phlebotomist', NIGHT, 930, false, 'Night calls for assisted living.'],
  ['Amara Okonkwo', 'Others', 'Dispatcher', EVENING, 74, false, 'Reachable on the dispatch line.', OFFICE],
  ['Jayden Brooks', 'Male', 'Phlebotomist', EVENING, 1702, false, 'On leave.'],
];

const STREET = 'Chestnut St, Philadelphia, PA 19103';

export const EMPLOYEES: readonly DemoEmployee[] = EMPLOYEE_ROWS.map(
  ([fullName, gender, jobRole, shiftTiming, hiredDaysAgo, hasPhoto, about, department = LABORATORY], index) => ({
    code: `EMP-${1001 + index}`,
    email: index === 0 ? 'employee@demo.test' : `${toEmailLocalPart(fullName)}@demo.test`,
    username: index === 0 ? 'employee' : toEmailLocalPart(fullName),
    fullName,
    gender,
    jobRole,
    department,
    shiftTiming,
    hiredDaysAgo,
    hasPhoto,
    about,
    contactNumber: `+1215555${String(110 + index).padStart(4, '0')}`,
    address: `${1801 + 14 * index} ${STREET}`,
    isActive: about !== 'On leave.',
  }),
);

/** Name, address, week, Saturday, photo, about. The first is the demo laboratory. */
const LABORATORY_ROWS = [
  [
    'Liberty Diagnostics Laboratory',
    '240 S Broad St, Philadelphia, PA 19102',
    ['07:00', '18:00'],
    ['08:00', '13:00'],
    true,
    'Routine chemistry and hematology with results the same evening.',
  ],
  [
    'Schuylkill Valley Clinical Lab',
    '77 River Rd, Conshohocken, PA 19428',
    ['06:30', '17:00'],
    null,
    true,
    'Coagulation and therapeutic drug monitoring.',
  ],
  [
    'Núñez & Søndergaard Pathology',
    '3120 Germantown Ave, Philadelphia, PA 19133',
    ['08:00', '16:30'],
    null,
    false,
    'Histology, cytology and molecular pathology.',
  ],
  [
    'Harborview Reference Laboratory',
    '9 Market St, Camden, NJ 08102',
    ['00:00', '23:59'],
    ['00:00', '23:59'],
    false,
    'Open around the clock.',
  ],
  [
    'Keystone Genomics',
    '3401 Science Center Dr, Philadelphia, PA 19104',
    ['09:00', '17:00'],
    null,
    false,
    'Germline and transplant panels. Ship at room temperature.',
  ],
  [
    'Saint Bartholomew Memorial University Hospital Outpatient Laboratory and Anticoagulation Monitoring Service',
    '1 Hospital Plaza, Upper Darby, PA 19082',
    ['07:30', '19:30'],
    ['09:00', '12:00'],
    false,
    '',
  ],
] as const;

export const LABORATORIES: readonly DemoLaboratory[] = LABORATORY_ROWS.map(
  ([fullName, address, week, saturday, hasPhoto, about], index) => ({
    email: index === 0 ? 'laboratory@demo.test' : `lab${index + 1}@demo.test`,
    username: index === 0 ? 'laboratory' : `lab${index + 1}`,
    fullName,
    address,
    about,
    week,
    saturday,
    hasPhoto,
    contactNumber: `+1215555${String(150 + index).padStart(4, '0')}`,
    isActive: true,
  }),
);

/** Converts 'Søren Lindqvist' to 'soren.lindqvist'. */
export function toEmailLocalPart(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ø', 'o')
    .normalize('NFD')
    .replace(/[^a-z ]/g, '')
    .trim()
    .split(/ +/)
    .join('.');
}
