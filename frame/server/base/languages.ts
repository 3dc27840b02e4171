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

type Language = Readonly<Record<string, string>>;
interface FileTexts {
  locale: string;
  texts: Language;
}

const textsIn = (files: readonly string[]): Promise<FileTexts[]> =>
  Promise.all(files.map(async (file) => ({ locale: localeOf(file), texts: flat((await readDefault(file)) as Texts) })));

/** Texts of several files by language, later ones over earlier ones. */
const byLanguage = (all: readonly FileTexts[], locales: Iterable<string>): Map<string, Language> =>
  new Map(
    [...new Set(locales)].map((locale) => [
      locale,
      Object.assign({}, ...all.filter((one) => one.locale === locale).map(({ texts }) => texts)),
    ]),
  );

/** The texts of the app's own files by language, without the frame's. */
export async function readOwnTexts(app: string): Promise<Map<string, Language>> {
  const own = await textsIn(filesIn(app, OWN));
  return byLanguage(own, ['en', ...own.map(({ locale }) => locale)]);
}

/**
 * Every language's texts by their full keys: English, and those languages that the app has texts in. What another
 * language lacks is not in it.
 */
export async function readLanguages(app: string): Promise<Map<string, Language>> {
  const own = filesIn(app, OWN);
  return byLanguage(await textsIn([...filesIn(frameTexts, FRAMES), ...own]), ['en', ...own.map(localeOf)]);
}

/** The texts of every language by their full keys. */
export const languages = await readLanguages(appFolder);
