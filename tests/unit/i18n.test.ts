import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flattenTexts, getFileLocale, type Texts, translateMessage } from 'portal-frame/internal';
import { getLanguageName } from 'portal-frame/internal/browser';
import { languages, readLanguages } from 'portal-frame/internal/server';
import adminEnglish from 'ra-language-english';
import { describe, expect, test } from 'vitest';
import { WHY_NOT_CODES } from '../../src/wire/appointments/whyNotCodes.ts';
import { type Found, literalTexts, reportedPlaces, strings, templateStarts } from './source.ts';

const textsOf = async (files: string | string[], locale: string): Promise<Map<string, string>> => {
  const found = globSync(files).filter((file) => getFileLocale(file) === locale);
  const all = found.map(
    async (file) => ((await import(/* @vite-ignore */ `../../${file}`)) as { default: Texts }).default,
  );
  return new Map((await Promise.all(all)).flatMap((texts) => Object.entries(flattenTexts(texts))));
};
const FRAME = [
  'frame/i18n/languages/*.ts',
  'frame/i18n/*/serverTexts.ts',
  'frame/plugins/*/{,server/,browser/}texts/*.ts',
];
/** Texts of plug-ins and features, which the server adds at its start. */
const PARTS = '{frame/plugins/*,features/*,examples/plugin-*}/{,server/,browser/}texts/*.ts';
const frameEnglish = await textsOf(FRAME, 'en');
/** English texts of the frame, overridden by the portal. */
const own = new Map([...Object.entries(languages.get('en') ?? {}), ...(await textsOf(PARTS, 'en'))]);
const english = new Map([...own, ...Object.entries(flattenTexts(adminEnglish as Texts))]);
const foreign = [...languages].filter(([locale]) => locale !== 'en');
const others = await Promise.all(
  foreign.map(
    async ([locale, texts]) => [locale, { ...texts, ...Object.fromEntries(await textsOf(PARTS, locale)) }] as const,
  ),
);
const placeholders = (text: string) => [...new Set(text.match(/%\{\w+\}/g) ?? [])].sort();
const forms = (text: string) => text.split('||||').length;

test('offers the languages with a file of the portal', () => {
  const files = globSync('src/i18n/*.ts').map(getFileLocale);
  expect(new Set(languages.keys())).toEqual(new Set(files));
});

test('has a text for each reason against an employee, of one visit and of several', () => {
  const keys = WHY_NOT_CODES.flatMap((code) => [`plan.reasons.${code}`, `plan.conflicts.${code}`]);
  expect(keys.filter((key) => !own.has(key))).toEqual([]);
});

test('adds a language with one file of the app', async () => {
  const app = mkdtempSync(join(tmpdir(), 'languages-'));
  mkdirSync(join(app, 'src', 'i18n'), { recursive: true });
  writeFileSync(join(app, 'src', 'i18n', 'fr.ts'), "export default { form: { save: 'Enregistrer' } };");
  const found = await readLanguages(app);
  rmSync(app, { recursive: true });
  expect([...found.keys()]).toEqual(['en', 'fr']);
  expect(found.get('fr')).toEqual({ 'form.save': 'Enregistrer' });
  expect(found.get('en')?.['form.save']).toBe('Save');
  expect(getLanguageName('fr')).toBe('Français');
});

describe.each(others)('texts in %s', (locale, texts) => {
  const other = new Map(Object.entries(texts));

  test('have exactly the keys of English', () => {
    expect([...other.keys()].sort()).toEqual([...english.keys()].sort());
  });

  test('use the same %{names}', () => {
    const unlike = [...english].filter(
      ([key, text]) => `${placeholders(text)}` !== `${placeholders(other.get(key) ?? text)}`,
    );
    expect(unlike).toEqual([]);
  });

  test('have as many plural forms', () => {
    expect([...english].filter(([key, text]) => forms(text) !== forms(other.get(key) ?? text))).toEqual([]);
  });

  test('are never empty', () => {
    // react-admin shows an unknown boolean as a blank.
    const empty = [...english, ...other].filter(([key, text]) => text.trim() === '' && key !== 'ra.boolean.null');
    expect(empty).toEqual([]);
  });

  test('are complete in the frame without the portal', async () => {
    const frames = await textsOf(FRAME, locale);
    const own = [...frames.keys()].filter((key) => !key.startsWith('ra.'));
    if (frames.size > 0) expect(own.sort()).toEqual([...frameEnglish.keys()].sort());
  });
});

const GROUPS = [...new Set([...own.keys()].map((key) => key.split('.')[0]))].join('|');

// Reads every source file.
describe('source code', () => {
  const isKey = (text: string) => /^[a-z]\w*(\.\w+)+$/i.test(text);
  const places = new Set(reportedPlaces('frame/{config,plugins/*}/**/*.ts').map(({ file, text }) => `${file} ${text}`));
  const isPlace = ({ file, text }: Found) => places.has(`${file} ${text}`);

  test('has no literal text in markup', () => {
    const words = literalTexts('{frame,src,features,examples/plugin-*}/**/*.tsx').filter(
      ({ text }) => /\p{L}{2}/u.test(text) && !isKey(text),
    );
    expect(words).toEqual([]);
  });

  test('names only existing keys', () => {
    const groups = new RegExp(`^(${GROUPS})\\.\\w`);
    const used = ['{frame,src,features,examples/plugin-*}/**/*.{ts,tsx}', 'server/**/*.ts'].flatMap(strings);
    const missing = used
      // Keys of resources, which plug-ins add, have paths.
      .filter((one) => !isPlace(one) && !/keys\.ts$/i.test(one.file))
      .map(({ file, text }) => ({ file, text: text.split('|')[0] ?? '' }))
      .filter(({ text }) => groups.test(text) && isKey(text) && !english.has(text));
    expect(missing).toEqual([]);
  });

  test('names only keys of the frame in the frame', () => {
    const groups = new RegExp(`^(${GROUPS})\\.\\w`);
    const foreign = strings('frame/**/*.{ts,tsx}')
      .map(({ file, text }) => ({ file, text: text.split('|')[0] ?? '' }))
      .filter(({ text }) => groups.test(text) && isKey(text) && english.has(text) && !frameEnglish.has(text));
    expect(foreign.filter(({ text }) => !text.startsWith('ra.'))).toEqual([]);
  });

  test('composes only keys of existing groups', () => {
    const groups = new RegExp(`^(${GROUPS})\\.`);
    // The subject follows a bar (frame/i18n/translateMessage.ts).
    const starts = [...english.keys()].map((key) => `${key}|`);
    const missing = ['{frame,src,features,examples/plugin-*}/**/*.{ts,tsx}', 'server/**/*.ts']
      .flatMap(templateStarts)
      // Keys of resources, which plug-ins add, have paths.
      .filter((one) => !isPlace(one) && !/keys\.ts$/i.test(one.file))
      .map(({ file, text }) => ({ file, text: text.replace(/\|[a-z]+:$/, '|') }))
      .filter(({ text }) => groups.test(text) && !starts.some((key) => key.startsWith(text)));
    expect(missing).toEqual([]);
  });
});

describe('say', () => {
  const translate = (key: string, options: Record<string, unknown> = {}) =>
    (english.get(key) ?? String(options._ ?? key)).replace(/%\{(\w+)\}/g, (_, name: string) => String(options[name]));

  test('fills in the subject of a message', () => {
    expect(translateMessage('validation.required|fullName', translate)).toBe('Full Name is required');
    expect(translateMessage('validation.required|fullName', translate, () => 'Name')).toBe('Name is required');
    expect(translateMessage('validation.allFields', translate)).toBe('All fields are required');
    expect(translateMessage('validation.atLeast|least:-0.5', translate)).toBe('This must be at least -0.5');
  });

  test('leaves other text unchanged', () => {
    expect(translateMessage('The host says: no.', translate)).toBe('The host says: no.');
    expect(translateMessage('unknown.key', translate)).toBe('unknown.key');
  });
});

/** Preferred terms, mostly chosen by spec 2 and 8, with the refused alternatives. */
const GLOSSARY: readonly (readonly [refused: RegExp, word: string])[] = [
  [/\be-mails?\b/i, 'email'],
  [/\b(a|by|sent) mails?\b/i, 'email'],
  [/\btelephones?\b/i, 'phone'],
  [/\bfactors?\b/i, 'second step'],
  [/\btwo-factor\b|\b2FA\b/i, 'two-step'],
  [/\bfaults?\b|\bmend(ed|s)?\b/i, 'error, correct'],
  [/\blog ?in\b|\blogon\b|\bsign on\b/i, 'sign in'],
  [/\bsign(ed)? off\b|\blog(ged)? off\b/i, 'log out'],
  [/\bworkers?\b|\bstaff\b|\bnurses?\b/i, 'employee'],
  [/\blabs?\b/i, 'laboratory'],
  [/\bhyperlink|\bwebsite\b/i, 'link, portal'],
  [/\bdeeds?\b|\btold\b/i, 'action, shown'],
  [/\bleads? nowhere\b/i, 'no longer works'],
  [/\bsign(s|ed|ing)? (\w+ )?out\b/i, 'log out'],
  [/\bt(ake|akes|aken|aking|ook) (it )?back\b/i, 'undo, restore'],
  [/\b(was|were) made\b|\bmake (a|an|the)\b|\bvisits? made\b/i, 'create; done'],
  [/\bset anew\b|\bcounts? again\b|\bno longer counts?\b/i, 'reset, restore, no longer works'],
  [/\bnetworks?\b/i, 'connection, offline'],
  [/\bpush messages?\b/i, 'push notification'],
  [/\bmeanwhile\b/i, 'in the meantime'],
  [/\boverdue\b/i, 'late'],
  [/\bto go on\b/i, 'to continue'],
];
const FIXED = new Set(['signIn.submit', 'errors.signIn', 'errors.unauthorized', 'errors.signOut']);

test.each(GLOSSARY)('avoids %s in favour of “%s” (spec 14.4)', (refused) => {
  const wrong = [...own].filter(([key, text]) => !FIXED.has(key) && refused.test(text));
  expect(wrong).toEqual([]);
});
