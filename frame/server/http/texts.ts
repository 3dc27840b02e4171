import { serverEnglish as en, serverSpanish as es, type ServerMessages } from '../../i18n/onServer.ts';
import { say, type Translate, words } from '../../i18n/say.ts';

const languages: Record<string, ServerMessages> = { en, es };

function lookUp(messages: ServerMessages, key: string): string | undefined {
  const found = key
    .split('.')
    .reduce<unknown>((part, name) => (part as Record<string, unknown> | undefined)?.[name], messages);
  return typeof found === 'string' ? found : undefined;
}

/** A text of the portal's in one language, its %{names} filled in. A key without a text comes back as `_` or itself. */
const translateIn =
  (messages: ServerMessages): Translate =>
  (key, options = {}) => {
    const text = lookUp(messages, key) ?? lookUp(en, key) ?? String(options._ ?? key);
    return text.replace(/%\{(\w+)\}/g, (whole, name: string) => String(options[name] ?? whole));
  };

/** The first language of an Accept-Language header that we speak; English else. */
function languageOf(header = ''): 'en' | 'es' {
  const asked = header.split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return asked.find((one): one is 'en' | 'es' => Object.hasOwn(languages, one)) ?? 'en';
}

/**
 * In English a field is called by its name split into words (spec 5), in other languages by its label. What a message
 * is about may also be a choice: a day of the week.
 */
function labelIn(language: string) {
  if (language === 'en') return words;
  const { choices, resources } = languages[language] ?? en;
  const labels: Record<string, string> = Object.assign({}, ...Object.values(resources).map(({ fields }) => fields));
  Object.assign(labels, choices);
  return (name: string) => labels[name] ?? words(name);
}

export interface Texts {
  language: 'en' | 'es';
  translate: Translate;
  /** Turns a message (an i18n key, with what it is about behind a bar) into text. */
  say(message: string, args?: Record<string, string | number>): string;
}

function textsIn(language: 'en' | 'es'): Texts {
  const translate = translateIn(languages[language] ?? en);
  const label = labelIn(language);
  return {
    language,
    translate,
    say: (message, args) => say(message, (key, options) => translate(key, { ...args, ...options }), label),
  };
}
const texts = { en: textsIn('en'), es: textsIn('es') };

/** The server's texts in the language a request asks for. */
export const translateServer = (acceptLanguage?: string): Texts => texts[languageOf(acceptLanguage)];
