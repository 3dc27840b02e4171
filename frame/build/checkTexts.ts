import { readAppTexts, readLanguages } from '../server/base/languages.ts';

const MAX_LISTED_KEYS = 8;

const listKeys = (keys: readonly string[]): string =>
  keys.length > MAX_LISTED_KEYS
    ? `${keys.slice(0, MAX_LISTED_KEYS).join(', ')} and ${keys.length - MAX_LISTED_KEYS} more`
    : keys.join(', ');
const getPlaceholders = (text: string) => [...new Set(text.match(/%\{\w+\}/g) ?? [])].toSorted().join();

/** `warnings` are the frame's texts that a language lacks. */
export interface TextProblems {
  errors: string[];
  warnings: string[];
}

/** Compares each language of an app with English: missing keys, unknown keys and different %{names}. */
export async function checkTexts(app: string): Promise<TextProblems> {
  const own = await readAppTexts(app);
  const all = await readLanguages(app);
  const [ownEnglish = {}, english = {}] = [own.get('en'), all.get('en')];
  const found: TextProblems = { errors: [], warnings: [] };
  for (const [locale, texts] of all) {
    if (locale === 'en') continue;
    const file = `src/i18n/${locale}.ts`;
    const missing = Object.keys(english).filter((key) => !(key in texts));
    const ofApp = missing.filter((key) => key in ownEnglish);
    const ofFrame = missing.filter((key) => !(key in ownEnglish));
    // react-admin's texts have no English file here.
    const unknown = Object.keys(own.get(locale) ?? {}).filter((key) => !(key in english) && !key.startsWith('ra.'));
    const unlike = Object.keys(texts).filter(
      (key) => key in english && getPlaceholders(texts[key] ?? '') !== getPlaceholders(english[key] ?? ''),
    );
    const add = (list: string[], keys: readonly string[], message: string) => {
      if (keys.length > 0) list.push(`${file}: ${message}: ${listKeys(keys)}.`);
    };
    add(found.errors, ofApp, 'texts of src/i18n/en.ts are missing');
    add(found.errors, unknown, 'English has no texts with these keys');
    add(found.errors, unlike, 'texts have other %{names} than in English');
    add(found.warnings, ofFrame, `${ofFrame.length} of the frame's texts are missing and shown in English`);
  }
  return found;
}
