import { say, type Translate, words } from '../../i18n/say.ts';
import { languages } from './languages.ts';

const textsIn = (language: string): Record<string, string> => languages.get(language) ?? {};

/** A text in one language, its %{names} filled in; in English where that language lacks it. A key without one comes back as `_` or itself. */
const translateIn =
  (language: string): Translate =>
  (key, options = {}) => {
    const text = textsIn(language)[key] ?? textsIn('en')[key] ?? String(options._ ?? key);
    return text.replace(/%\{(\w+)\}/g, (match, name: string) => String(options[name] ?? match));
  };

/** The first language of an Accept-Language header that we speak; English else. */
function languageOf(header = ''): string {
  const asked = header.split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return asked.find((one) => languages.has(one)) ?? 'en';
}

/**
 * In English a field is called by its name split into words (spec 5), in other languages by its label. What a message
 * is about may also be a choice: a day of the week.
 */
function labelIn(language: string) {
  if (language === 'en') return words;
  const texts = Object.entries(textsIn(language));
  const below = (start: RegExp) =>
    texts.flatMap(([key, text]) => (start.test(key) ? [[key.replace(start, ''), text] as const] : []));
  const labels = new Map([...below(/^resources\.\w+\.fields\./), ...below(/^choices\./)]);
  return (name: string) => labels.get(name) ?? words(name);
}

export interface Texts {
  language: string;
  translate: Translate;
  /** Turns a message (an i18n key, with what it is about behind a bar) into text. */
  say(message: string, args?: Record<string, string | number>): string;
}

function spoken(language: string): Texts {
  const translate = translateIn(language);
  const label = labelIn(language);
  return {
    language,
    translate,
    say: (message, args) => say(message, (key, options) => translate(key, { ...args, ...options }), label),
  };
}
const texts = new Map([...languages.keys()].map((language) => [language, spoken(language)]));
const english = spoken('en');

/** The server's texts in the language a request asks for. */
export const translateServer = (acceptLanguage?: string): Texts => texts.get(languageOf(acceptLanguage)) ?? english;
