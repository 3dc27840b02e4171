import type { APPOINTMENT_STATUSES, PRIORITIES } from '../../src/wire/choices.ts';
import { EXTRA_LABORATORIES } from '../../src/wire/choices.ts';
import { readShiftWeek } from '../store/shiftTiming.ts';
import type { Random } from './demoRandom.ts';
import { EMPLOYEES, LABORATORIES } from './demoStaff.ts';
import type { DemoPatient } from './generatePatients.ts';
import { FEES, INSTRUCTIONS, PRIORITY_WEIGHTS } from './sampleTexts.ts';

/** Days count from today (yesterday is -1), minutes from midnight in the business time zone. */
export interface DemoAppointment {
  patient: DemoPatient;
  day: number;
  minute: number;
  createdDay: number;
  createdMinute: number;
  /** Index into EMPLOYEES, or null. */
  employee: number | null;
  /** Index into LABORATORIES; null for a laboratory without an account. */
  laboratory: number | null;
  laboratoryName: string;
  priority: (typeof PRIORITIES)[number];
  status: (typeof APPOINTMENT_STATUSES)[number];
  feesCents: number | null;
  instructions: string;
  hasTracking: boolean;
  documents: number;
}

const WEEKS_BACK = 9;
const WEEKS_AHEAD = 2;
/** Appointments per weekday, Monday to Sunday. */
const PER_DAY = [9, 8, 9, 8, 9, 5, 2];
/** Today's visits: every 45 minutes from 7:00 to 16:45. */
const TODAY_MINUTES = Array.from({ length: 14 }, (_, index) => 7 * 60 + 45 * index);
/** Minutes of a visit with the way to the next. */
const VISIT_MINUTES = 45;
/** Minutes of a visit with the way to any laboratory. */
const DELIVERY_MINUTES = 120;
const DAY_MINUTES = 1440;
/** Today's visits before this minute are done. Fixed, so that every run gives the same data. */
const DONE_UNTIL = 10 * 60 + 30;

/** Generates twelve weeks of appointments around today, oldest first. `weekday` is today's; 0 is Monday. */
export function generateAppointments(
  random: Random,
  patients: readonly DemoPatient[],
  weekday: number,
): DemoAppointment[] {
  const first = -weekday - 7 * WEEKS_BACK;
  const days = Array.from({ length: 7 * (WEEKS_BACK + 1 + WEEKS_AHEAD) }, (_, index) => first + index);
  return days.flatMap((day, index) => generateDay(random, patients, day, index % 7));
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
const toMinute = (time: string | null) => Number(time?.slice(0, 2)) * 60 + Number(time?.slice(3));
/** The working minutes of each employee by weekday; the office does not draw. */
const WORKING = EMPLOYEES.map(({ isActive, department, shiftTiming }) => {
  const week = isActive && department !== 'Admin' ? readShiftWeek(shiftTiming) : [];
  return WEEKDAYS.map((day) =>
    week.flatMap((one) => (one.day === day ? [[toMinute(one.start), toMinute(one.end) || DAY_MINUTES] as const] : [])),
  );
});

/** `weekday` is the day's; 0 is Monday. */
function generateDay(
  random: Random,
  patients: readonly DemoPatient[],
  day: number,
  weekday: number,
): DemoAppointment[] {
  const count = PER_DAY[weekday] as number;
  const seen = new Set<DemoPatient>();
  const busyUntil = EMPLOYEES.map(() => 0);
  const minutes =
    day === 0 ? TODAY_MINUTES : Array.from({ length: count }, () => pickStartTime(random)).sort((a, b) => a - b);
  return minutes.map((minute, index) => {
    let patient = random.pick(patients);
    while (seen.has(patient)) patient = random.pick(patients);
    seen.add(patient);
    const status = pickStatus(random, day, minute);
    const forDemoEmployee = day === 0 && index % 3 === 0;
    const works = (who: number) =>
      WORKING[who]?.[weekday]?.some(([from, to]) => from <= minute && minute + VISIT_MINUTES <= to) ?? false;
    const free = (who: number) => works(who) && (busyUntil[who] as number) <= minute;
    const employee =
      isAssigned(random, status, day) || forDemoEmployee ? pickEmployee(random, free, forDemoEmployee) : null;
    if (employee !== null) busyUntil[employee] = minute + VISIT_MINUTES;
    const laboratory = day === 0 && index % 3 === 1 ? 0 : pickLaboratory(random, weekday, minute);
    return {
      patient,
      day,
      minute,
      ...pickCreation(random, day),
      employee,
      laboratory,
      laboratoryName:
        laboratory === null ? random.pick(EXTRA_LABORATORIES) : (LABORATORIES[laboratory]?.fullName ?? ''),
      priority: random.weighted(PRIORITY_WEIGHTS),
      status,
      feesCents: random.chance(0.92) ? random.pick(FEES) : null,
      instructions: random.chance(0.6) ? random.pick(INSTRUCTIONS) : '',
      hasTracking: status === 'Completed' && employee !== null && random.chance(0.75),
      documents: random.weighted([
        [0, 70],
        [1, 23],
        [2, 7],
      ]),
    };
  });
}

/** Picks minutes after midnight: a quarter hour from 6:45 to 17:30, mostly in the morning. */
function pickStartTime(random: Random): number {
  const hour = random.weighted([
    [random.int(27, 43), 65],
    [random.int(44, 70), 35],
  ]);
  return hour * 15;
}

function pickStatus(random: Random, day: number, minute: number): DemoAppointment['status'] {
  if (day < 0)
    return random.weighted([
      ['Completed', 80],
      ['Rejected', 12],
      ['Pending', day > -14 ? 8 : 0],
    ]);
  if (day === 0 && minute < DONE_UNTIL)
    return random.weighted([
      ['Completed', 85],
      ['Rejected', 15],
    ]);
  return random.chance(day > 0 ? 0.04 : 0) ? 'Rejected' : 'Pending';
}

/** True if the visit gets an employee: always if completed, less often far ahead. */
function isAssigned(random: Random, status: DemoAppointment['status'], day: number): boolean {
  if (status === 'Completed') return true;
  if (status === 'Rejected') return random.chance(0.6);
  return random.chance(day > 5 ? 0.35 : 0.7);
}

/** Picks a free employee, or null if all are busy; the demo employee first with `forDemoEmployee`, else at times. */
function pickEmployee(random: Random, free: (who: number) => boolean, forDemoEmployee: boolean): number | null {
  if (free(0) && (forDemoEmployee || random.chance(0.2))) return 0;
  const others = EMPLOYEES.map((_, who) => who).filter((who) => who > 0 && free(who));
  return others.length > 0 ? random.pick(others) : null;
}

/** Picks a laboratory that is open long enough for the tubes of a visit to arrive, or one without an account. */
function pickLaboratory(random: Random, weekday: number, minute: number): number | null {
  const picked = random.weighted<number | null>([
    [0, 28],
    [1, 22],
    [2, 14],
    [3, 14],
    [4, 8],
    [5, 7],
    [null, 7],
  ]);
  const { week, saturday } = LABORATORIES[picked ?? -1] ?? {};
  const hours = weekday < 5 ? week : weekday === 5 ? saturday : null;
  return hours && minute + DELIVERY_MINUTES <= toMinute(hours[1]) ? picked : null;
}

/** Picks when an appointment was created: some days before it, and before today. */
function pickCreation(random: Random, day: number): Pick<DemoAppointment, 'createdDay' | 'createdMinute'> {
  return {
    createdDay: Math.min(day - random.int(1, 12), -random.int(1, 4)),
    createdMinute: random.int(8 * 60, 18 * 60),
  };
}
