import { DateTime } from 'luxon';
import { type ChoiceField, type Field, isChoice } from 'portal-frame';
import { getServerTexts } from 'portal-frame/server';
import { languages, translateLabel } from 'portal-frame/server/plugins';
import { normalizeText } from 'portal-frame/wire';

/** Returns the locale of ambiguous values: 3/4/2026 is in March or April. English means the United States. */
const localeFor = (language: string) => (language === 'en' ? 'en-US' : language);
/** Dates with month names, as exports write them. */
const DATE_FORMATS = ['LLLL d, yyyy', 'LLL d, yyyy', "d 'de' LLLL 'de' yyyy", 'd LLL yyyy', 'd LLLL yyyy'];
const dateParsers = [...languages.keys()].flatMap((language) => {
  const locale = localeFor(language);
  return DATE_FORMATS.map((format) => ({ locale, parser: DateTime.buildFormatParser(format, { locale }) }));
});
const usesDecimalComma = (language: string) =>
  new Intl.NumberFormat(localeFor(language))
    .formatToParts(0.5)
    .some(({ type, value }) => type === 'decimal' && value === ',');
const decimalCommaLanguages = new Set([...languages.keys()].filter(usesDecimalComma));

const pad = (part: string) => part.padStart(2, '0');

/** Converts a date to YYYY-MM-DD; returns undefined for other texts. */
function readDay(text: string, language: string): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text;
  const [, first = '', mark, second = '', year] = /^(\d{1,2})([/.-])(\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  if (year) {
    // Nobody writes dots after the month.
    const [month, day] = language === 'en' && mark !== '.' ? [first, second] : [second, first];
    return `${year}-${pad(month)}-${pad(day)}`;
  }
  if (!/\p{L}/u.test(text)) return undefined;
  for (const { locale, parser } of dateParsers) {
    const found = DateTime.fromFormatParser(text, parser, { locale, zone: 'utc' });
    if (found.isValid) return found.toISODate();
  }
  return undefined;
}

/** Converts a time of day to HH:MM; returns undefined for other texts. */
function readTime(text: string): string | undefined {
  const [, hour = '', minute, half] = /^(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?\s*([ap])?\.?\s?m?\.?$/i.exec(text) ?? [];
  if (minute === undefined || Number(minute) > 59) return undefined;
  if (half === undefined) return Number(hour) < 24 ? `${pad(hour)}:${minute}` : undefined;
  if (Number(hour) < 1 || Number(hour) > 12) return undefined;
  return `${pad(String((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0)))}:${minute}`;
}

const ISO_MOMENT = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/;

/** Converts a date and time to YYYY-MM-DDTHH:MM. Keeps ISO moments with a zone. */
function readMoment(text: string, language: string): string | undefined {
  if (ISO_MOMENT.test(text)) return text;
  const at = text.search(/[\sT,]\d{1,2}:\d{2}/);
  if (at < 0) return undefined;
  const day = readDay(text.slice(0, at).trim().replace(/[T,]$/, '').trim(), language);
  const time = readTime(text.slice(at + 1));
  return day && time && `${day}T${time}`;
}

/**
 * Converts 1,234.50, 1.234,50 or $80 to a plain number, as text. The language decides ambiguous ones. Other texts only
 * lose $, € and spaces.
 */
function readNumber(text: string, language: string): string {
  const bare = text.replace(/[$€\s]/g, '');
  const commas = bare.replaceAll('.', '').replace(',', '.');
  // Dollar amounts use a decimal point in every language.
  if (decimalCommaLanguages.has(language) && !text.includes('$')) {
    if (/^-?\d+,\d+$/.test(bare) || /^-?[1-9]\d{0,2}(\.\d{3})+$/.test(bare)) return commas;
  }
  if (/^-?[1-9]\d{0,2}(,\d{3})+(\.\d+)?$/.test(bare)) return bare.replaceAll(',', '');
  if (/^-?[1-9]\d{0,2}(\.\d{3})+,\d+$/.test(bare)) return commas;
  return /^-?\d+,\d+$/.test(bare) ? bare.replace(',', '.') : bare;
}

/** Converts a text to a key without case, accents and repeated spaces. */
export const toMatchKey = (text: string) => normalizeText(text).replace(/\s+/g, ' ').trim();

const choicesByField = new WeakMap<Field, Map<string, string>>();
/** Returns the choices by match key of their value and their labels in all languages. */
function getChoicesByName(field: ChoiceField): Map<string, string> {
  const cached = choicesByField.get(field);
  if (cached) return cached;
  const { choices, values } = field;
  const made = new Map<string, string>();
  for (const language of languages.keys()) {
    const { translate } = getServerTexts(language);
    for (const choice of choices) {
      const { label } = values?.[choice] ?? {};
      const spelling = label
        ? translateLabel(label, { t: translate, locale: language })
        : translate(`choices.${choice}`, { _: choice });
      made.set(toMatchKey(spelling), choice);
    }
  }
  for (const choice of choices) made.set(toMatchKey(choice), choice);
  choicesByField.set(field, made);
  return made;
}

const TRUE_WORDS = ['true', 'yes', 'si', '1'];
const FALSE_WORDS = ['false', 'no', '0'];

/** Drops the midnight that spreadsheets add to days: 3/8/1962 0:00. */
export const withoutMidnight = (text: string) => text.replace(/[ T](0?0:00(:00)?|12:00(:00)? ?AM)$/i, '');

const toCell = (value: string | undefined, refuse: () => CellError) => (value === undefined ? refuse() : { value });

const toExample = (iso: string, language: string) => {
  const [year, month, day] = iso.split('-');
  return language === 'en' ? `${month}/${day}/${year}` : `${day}/${month}/${year}`;
};

/** Says how to write a date, for a year of two digits with the cell's own. */
function describeWantedDate(value: string, language: string): CellError {
  const [, start, digits] = /^(\d{1,2}[/.-]\d{1,2}[/.-])(\d{2})(?=$|[ ,T])/.exec(value) ?? [];
  const century = Number(digits) > (new Date().getFullYear() % 100) + 10 ? '19' : '20';
  const own = start && readDay(`${start}${century}${digits}`, language);
  const iso = own || '2027-02-09';
  return {
    message: own ? 'tables.yearWanted' : 'tables.dateWanted',
    args: { value, iso, local: toExample(iso, language) },
  };
}

/** Says how to write a date with a time. */
function describeWantedMoment(value: string, language: string): CellError {
  const day = readDay(withoutMidnight(value), language);
  if (day) return { message: 'tables.timeWanted', args: { value, iso: day } };
  const { message, args } = describeWantedDate(value, language);
  return { message: message === 'tables.yearWanted' ? message : 'tables.momentWanted', args };
}

/** Longer cells can only be texts. */
export const MAX_PARSED_LENGTH = 200;

export interface CellError {
  message: string;
  args: Record<string, string>;
}

/** Converts a cell to its field's form value. Unreadable text stays, for validation. `checkRows` reads references. */
export function readCell(field: Field, text: string, language: string): { value: string } | CellError {
  if (text.length > MAX_PARSED_LENGTH) return { value: text };
  // Exports put narrow spaces before AM and PM.
  const tidy = text.normalize('NFC').replace(/[\u00a0\u202f]/g, ' ');
  switch (field.kind.input) {
    case 'date':
      return toCell(readDay(withoutMidnight(tidy), language), () => describeWantedDate(tidy, language));
    case 'dateTime':
      return toCell(readMoment(tidy, language), () => describeWantedMoment(tidy, language));
    case 'number':
      return { value: readNumber(tidy, language) };
    case 'choice': {
      if (!isChoice(field)) return { value: text };
      const found = getChoicesByName(field).get(toMatchKey(tidy));
      if (found === undefined && !field.open)
        return { message: 'tables.choice', args: { value: text, choices: field.choices.join(', ') } };
      return { value: found ?? text };
    }
    case 'toggle': {
      const said = toMatchKey(tidy);
      return { value: TRUE_WORDS.includes(said) ? 'true' : FALSE_WORDS.includes(said) ? 'false' : text };
    }
    default:
      return { value: text };
  }
}
