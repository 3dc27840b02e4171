const PROFILE_WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
/** Words, numbers and signs. Patterns of whole ranges would take long on hostile texts. */
const listTokens = (text: string): string[] => text.toLowerCase().match(/\d+|[a-z]+|[^\s\da-z]/g) ?? [];
const isTo = (token = '') => ['-', '–', 'to'].includes(token);

const toTime = (hour = '', minute = '00', half = ''): string | undefined => {
  const isValid = half ? Number(hour) >= 1 && Number(hour) <= 12 : Number(hour) <= 24;
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hour) % 24;
  return isValid && Number(minute) < 60 ? `${String(hours).padStart(2, '0')}:${minute}` : undefined;
};

const findDay = (token = '') =>
  token.length < 3 ? -1 : PROFILE_WEEK.findIndex((day) => day.toLowerCase().startsWith(token.slice(0, 3)));

interface ClockTime {
  hour: string;
  minute: string | undefined;
  /** 'a' or 'p'. */
  half: string | undefined;
  next: number;
}

/** Reads a time such as 8, 8:30, 8AM or 8 a.m. that begins at a token. */
function readClockTime(tokens: readonly string[], at: number): ClockTime | undefined {
  const hour = tokens[at] ?? '';
  if (!/^\d{1,2}$/.test(hour)) return undefined;
  const hasMinute = tokens[at + 1] === ':' && /^\d\d$/.test(tokens[at + 2] ?? '');
  let next = at + (hasMinute ? 3 : 1);
  const half = /^[ap]m?$/.test(tokens[next] ?? '') ? tokens[next]?.[0] : undefined;
  if (half) next += tokens[next + 1] === '.' && tokens[next + 2] === 'm' ? 3 : 1;
  if (half && tokens[next] === '.') next += 1;
  return { hour, minute: hasMinute ? tokens[at + 2] : undefined, half, next };
}

/** Reads the ranges of hours of a text. */
function readHours(tokens: readonly string[]): { start: string; end: string }[] {
  const found: { start: string; end: string }[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const from = readClockTime(tokens, at);
    const to = from && isTo(tokens[from.next]) ? readClockTime(tokens, from.next + 1) : undefined;
    if (!from || !to || tokens[to.next] === ':') continue;
    const [start, end] = [toTime(from.hour, from.minute, from.half ?? to.half), toTime(to.hour, to.minute, to.half)];
    if (start && end && start !== end && (to.half || !from.half)) found.push({ start, end });
    at = to.next - 1;
  }
  return found;
}

/** Lists the days that a text names, by name, range, 'weekdays' or 'weekends'; every day if it names none. */
function readDays(text: string): string[] {
  if (/\bweekend/i.test(text)) return PROFILE_WEEK.slice(5);
  if (/\bweekday/i.test(text)) return PROFILE_WEEK.slice(0, 5);
  const tokens = listTokens(text);
  const named = tokens.flatMap((token, at) => {
    const from = findDay(token);
    if (from < 0 || (isTo(tokens[at - 1]) && findDay(tokens[at - 2]) >= 0)) return [];
    const last = isTo(tokens[at + 1]) ? findDay(tokens[at + 2]) : -1;
    const to = last < 0 ? from : last;
    return Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, index) => PROFILE_WEEK[(from + index) % 7] as string);
  });
  return named.length > 0 ? named : PROFILE_WEEK;
}

/** A working time on a weekday, as HH:MM. */
interface WeekTime {
  day: string;
  start: string;
  end: string;
}

/**
 * Reads the working hours of a profile, such as 'Morning (8AM - 4PM)' or 'Weekends (7AM - 3PM)'; none if the text has no
 * hours, as with 'Custom'.
 */
export function readShiftWeek(timing: string): WeekTime[] {
  const hours = readHours(listTokens(timing));
  return readDays(timing).flatMap((day) => hours.map((one) => ({ day, ...one })));
}
