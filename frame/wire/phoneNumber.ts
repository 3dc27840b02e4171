/**
 * Telephone numbers as people write them: with blanks, dots, dashes, brackets, 00 for the plus, and an extension. What
 * is a number where is left to those who know all countries' plans (parts/PhoneText.tsx); US numbers are read here.
 */
interface PhoneNumber {
  /** An optional plus and digits. */
  number: string;
  /** '' where there is none. */
  extension: string;
}

/** What stands before an extension. */
const EXTENSION = /[,;#]|ext(?:ension|n)?|x/i;
/** Before an area code a zero is dropped from abroad: +44 (0)20. */
const NATIONAL_ZERO = /^(\+\d{1,3})[\s.-]*\(0\)/;
/** Of the United States and who shares their plan; an area code where the country's 1 or its plus is left out. */
const AMERICAN = /^(?:\+1|1?(?=[2-9]))(\d{3})(\d{3})(\d{4})$/;

/** Longer texts are no number. */
const LONGEST = 64;

/** Reads a number as people write it; null for what is none. */
export function parsePhone(text: string): PhoneNumber | null {
  if (text.length > LONGEST) return null;
  const [main = '', ...others] = text.trim().split(EXTENSION);
  const extension = others.join('').replace(/[\s.:=]/g, '');
  if (others.length > 0 && !/^\d{1,7}$/.test(extension)) return null;
  const number = main
    .replace(NATIONAL_ZERO, '$1')
    .replace(/[\s().\-/\p{Pd}]/gu, '')
    .replace(/^00(?=[1-9])/, '+');
  return /^\+?\d{2,15}$/.test(number) ? { number, extension } : null;
}

/** The number with nothing but its plus and digits, as spec 5 wants it; what has an extension or is no number stays. */
export function normalizePhone(text: string): string {
  const read = parsePhone(text);
  return read && !read.extension ? read.number : text;
}

/** A number as people read it, and where a link calls it; `foreign` where another country's grouping would help. */
export function formatPhone(text: string): { text: string; href?: string; foreign: boolean } {
  const read = parsePhone(text) ?? firstIn(text);
  if (!read) return { text, foreign: false };
  const { number, extension } = read;
  const american = AMERICAN.exec(number);
  const href = `tel:${american ? `+1${american.slice(1).join('')}` : number}${extension && `;ext=${extension}`}`;
  if (!american || !parsePhone(text))
    return { text, href, foreign: number.startsWith('+') && parsePhone(text) !== null };
  const [, area, office, line] = american;
  return { text: `(${area}) ${office}-${line}${extension && ` ext. ${extension}`}`, href, foreign: false };
}

/** The first number of a text that holds more: 'home 215 555 0199, daughter ...'. */
function firstIn(text: string): PhoneNumber | null {
  const runs = text.slice(0, 500).match(/[\d\s().+-]+/g) ?? [];
  return runs.map(parsePhone).find((one) => one && one.number.length >= 7) ?? null;
}
