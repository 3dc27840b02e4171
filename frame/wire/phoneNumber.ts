/**
 * Telephone number as typed: blanks, dots, dashes, brackets, 00 for the plus, extension. parts/PhoneText.tsx formats
 * foreign numbers; US numbers are formatted here.
 */
interface PhoneNumber {
  /** Optional plus and digits. */
  number: string;
  /** '' if there is none. */
  extension: string;
}

const EXTENSION = /[,;#]|ext(?:ension|n)?|x/i;
/** Zero before an area code, dropped in international numbers: +44 (0)20. */
const NATIONAL_ZERO = /^(\+\d{1,3})[\s.-]*\(0\)/;
/** North American number; the country code or its plus may be missing. */
const AMERICAN = /^(?:\+1|1?(?=[2-9]))(\d{3})(\d{3})(\d{4})$/;

/** Maximum characters. */
const MAX_LENGTH = 64;

/** Parses a number as typed; null if it is not one. */
export function parsePhone(text: string): PhoneNumber | null {
  if (text.length > MAX_LENGTH) return null;
  const [main = '', ...others] = text.trim().split(EXTENSION);
  const extension = others.join('').replace(/[\s.:=]/g, '');
  if (others.length > 0 && !/^\d{1,7}$/.test(extension)) return null;
  const number = main
    .replace(NATIONAL_ZERO, '$1')
    .replace(/[\s().\-/\p{Pd}]/gu, '')
    .replace(/^00(?=[1-9])/, '+');
  return /^\+?\d{2,15}$/.test(number) ? { number, extension } : null;
}

/** Reduces a number to plus and digits (spec 5). Other text and numbers with an extension stay unchanged. */
export function normalizePhone(text: string): string {
  const read = parsePhone(text);
  return read && !read.extension ? read.number : text;
}

/** Formats a number with its tel link. `foreign`: PhoneText should group the digits as the other country does. */
export function formatPhone(text: string): { text: string; href?: string; foreign: boolean } {
  const read = parsePhone(text) ?? findFirstNumber(text);
  if (!read) return { text, foreign: false };
  const { number, extension } = read;
  const american = AMERICAN.exec(number);
  const href = `tel:${american ? `+1${american.slice(1).join('')}` : number}${extension && `;ext=${extension}`}`;
  if (!american || !parsePhone(text))
    return { text, href, foreign: number.startsWith('+') && parsePhone(text) !== null };
  const [, area, office, line] = american;
  return { text: `(${area}) ${office}-${line}${extension && ` ext. ${extension}`}`, href, foreign: false };
}

/** Finds the first number in a text: 'home 215 555 0199, daughter ...'. */
function findFirstNumber(text: string): PhoneNumber | null {
  const runs = text.slice(0, 500).match(/[\d\s().+-]+/g) ?? [];
  return runs.map(parsePhone).find((one) => one && one.number.length >= 7) ?? null;
}
