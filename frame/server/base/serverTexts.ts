import { splitWords, type Translate, translateMessage } from '../../i18n/translateMessage.ts';
import { languages } from './languages.ts';

const getLanguageTexts = (language: string): Record<string, string> => languages.get(language) ?? {};

/** A text in one language, its %{names} filled in; in English where that language lacks it. A key without one comes back as `_` or itself. */
const createTranslate =
  (language: string): Translate =>
  (key, options = {}) => {
    const text = getLanguageTexts(language)[key] ?? getLanguageTexts('en')[key] ?? String(options._ ?? key);
    return text.replace(/%\{(\w+)\}/g, (match, name: string) => String(options[name] ?? match));
  };

/** The first language of an Accept-Language header that we speak; English else. */
function pickLanguage(header = ''): string {
  const asked = header.split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return asked.find((one) => languages.has(one)) ?? 'en';
}

/**
 * In English a field is called by its name split into words (spec 5), in other languages by its label. What a message
 * is about may also be a choice: a day of the week.
 */
function createFieldLabel(language: string) {
  if (language === 'en') return splitWords;
  const texts = Object.entries(getLanguageTexts(language));
  const below = (start: RegExp) =>
    texts.flatMap(([key, text]) => (start.test(key) ? [[key.replace(start, ''), text] as const] : []));
  const labels = new Map([...below(/^resources\.\w+\.fields\./), ...below(/^choices\./)]);
  return (name: string) => labels.get(name) ?? splitWords(name);
}

export interface RequestTexts {
  language: string;
  translate: Translate;
  /** Turns a message (an i18n key, with what it is about behind a bar) into text. */
  formatMessage(message: string, args?: Record<string, string | number>): string;
}

function createTexts(language: string): RequestTexts {
  const translate = createTranslate(language);
  const label = createFieldLabel(language);
  return {
    language,
    translate,
    formatMessage: (message, args) =>
      translateMessage(message, (key, options) => translate(key, { ...args, ...options }), label),
  };
}
const textsByLanguage = new Map([...languages.keys()].map((language) => [language, createTexts(language)]));
const englishTexts = createTexts('en');

/** The server's texts in the language a request asks for. */
export const getServerTexts = (acceptLanguage?: string): RequestTexts =>
  textsByLanguage.get(pickLanguage(acceptLanguage)) ?? englishTexts;
