import { globSync } from 'node:fs';
import { join } from 'node:path';
import { flat, localeOf, type Texts } from '../../i18n/texts.ts';
import { appFolder } from './appFolder.ts';
import { readDefault } from './readDefault.ts';

const frameTexts = join(import.meta.dirname, '..', '..', 'i18n');
/** Where texts are, what lies over the others last: the frame's, the app's, and what only its server says. */
const FRAMES = ['languages/*.{js,ts}', '*/onServer.{js,ts}'];
const OWN = ['src/i18n/*.ts', 'server/i18n/*.ts'];

const filesIn = (folder: string, patterns: readonly string[]) =>
  patterns.flatMap((pattern) => globSync(pattern, { cwd: folder }).map((file) => join(folder, file)));

/**
 * Every language's texts by their full keys: English, and those languages that the app has texts in. What another
 * language lacks is not in it.
 */
export async function readLanguages(app: string): Promise<Map<string, Record<string, string>>> {
  const own = filesIn(app, OWN);
  const read = [...filesIn(frameTexts, FRAMES), ...own].map(async (file) => ({
    locale: localeOf(file),
    texts: flat((await readDefault(file)) as Texts),
  }));
  const all = await Promise.all(read);
  const textsOf = (language: string) => all.filter(({ locale }) => locale === language).map(({ texts }) => texts);
  const locales = new Set(['en', ...own.map(localeOf)]);
  return new Map([...locales].map((locale) => [locale, Object.assign({}, ...textsOf(locale))]));
}

/** The texts of every language by their full keys. */
export const languages = await readLanguages(appFolder);
