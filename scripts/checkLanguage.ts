// The language rules of the repository, part of `npm test -- lint`. `--counts` prints a line per rule instead of each place.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { parseSync } from 'vite';
import { BANNED_NAMES, BANNED_WORDS, CROWDED_FOLDERS, FOLDERS_BY_RESOURCE, SHARED_NAMES } from './lib/bannedWords.ts';

const MAX_SENTENCE_WORDS = 30;
const MAX_FOLDER_FILES = 22;
const MAX_SUBJECT_LENGTH = 72;
const CHECKED_COMMITS = 30;

const OPENER = /^(What|Who|Whoever|Whom|Whose|Whether|Where|Those|That)\b/;
/** Past tense and gerunds: a subject is imperative. */
const NOT_IMPERATIVE = /^(\w+(?<!ne)ed|\w{3,}ing)\b/;

interface Finding {
  rule: string;
  where: string;
  text: string;
}
const findings: Finding[] = [];
const report = (rule: string, where: string, text: string) => findings.push({ rule, where, text: text.slice(0, 120) });

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim().split('\n');
const sources = git('ls-files', '*.ts', '*.tsx', '*.mjs').filter((file) => !file.endsWith('bannedWords.ts'));

/** Joins line comments on adjacent lines, and strips the stars of blocks. */
function findComments(code: string, file: string): { text: string; line: number }[] {
  const { comments } = parseSync(file, code);
  const joined: { text: string; line: number; end: number; type: string }[] = [];
  for (const { type, value, start, end } of comments) {
    const text = value.replace(/^\s*\*+ ?/gm, '').trim();
    const last = joined.at(-1);
    if (last && type === 'Line' && last.type === 'Line' && /^\r?\n[ \t]*$/.test(code.slice(last.end, start))) {
      last.text += ` ${text}`;
      last.end = end;
    } else joined.push({ text, line: code.slice(0, start).split('\n').length, end, type });
  }
  return joined;
}

function checkComment(text: string, where: string): void {
  if (OPENER.test(text)) report('comment opener', where, text);
  const prose = text.replace(/```[\s\S]*?```/g, '').replace(/^@\w+.*$/gm, '');
  for (const sentence of prose.split(/(?<=[.?!])\s+|\n\s*\n|\n\s*[-|]/))
    if (sentence.split(/\s+/).length > MAX_SENTENCE_WORDS) report('long sentence', where, sentence.trim());
  const word = BANNED_WORDS.exec(prose)?.[0];
  if (word) report('banned word', where, `${word}: ${text}`);
}

function checkFile(file: string): void {
  const code = readFileSync(file, 'utf8');
  for (const { text, line } of findComments(code, file)) checkComment(text, `${file}:${line}`);
  const name = BANNED_NAMES.exec(code)?.[0];
  if (name) report('banned name', file, name);
}

/** Server and browser are two halves: a name may be in both. */
const halfOf = (file: string) =>
  /^(frame\/)?server\/|^(features|frame\/plugins|examples)\/[\w-]+\/server\//.test(file) ? 'server' : 'browser';

function checkFileNames(): void {
  const seen = new Map<string, string>();
  for (const file of sources.filter(
    (one) =>
      /^(frame|src|server|features|scripts|examples\/plugin-\w+)\//.test(one) &&
      !/\/(tests|template|i18n|texts)\//.test(one),
  )) {
    const key = `${halfOf(file)} ${basename(file)}`;
    const other = seen.get(key);
    if (other && !SHARED_NAMES.includes(basename(file)) && !FOLDERS_BY_RESOURCE.test(file))
      report('duplicate file name', file, other);
    seen.set(key, file);
  }
}

function checkFolders(): void {
  const sizes = Map.groupBy(
    sources.filter(
      (file) => /^(frame|src|server|features|scripts|examples\/plugin-\w+)\//.test(file) && !/\/tests\//.test(file),
    ),
    dirname,
  );
  for (const [folder, files] of sizes)
    if (files.length > (CROWDED_FOLDERS[folder] ?? MAX_FOLDER_FILES))
      report('crowded folder', folder, `${files.length} files`);
}

function checkSubjects(): void {
  if (!existsSync('.git')) return;
  for (const subject of git('log', `-${CHECKED_COMMITS}`, '--no-merges', '--format=%s'))
    if (
      subject.length > MAX_SUBJECT_LENGTH ||
      !/^[A-Z]/.test(subject) ||
      /\.$/.test(subject) ||
      NOT_IMPERATIVE.test(subject)
    )
      report('commit subject', 'git log', subject);
}

for (const file of sources) checkFile(file);
checkFileNames();
checkFolders();
checkSubjects();

if (process.argv.includes('--counts'))
  for (const [rule, found] of Map.groupBy(findings, ({ rule }) => rule)) console.log(`${found.length} ${rule}`);
else for (const { rule, where, text } of findings) console.error(`${where}: ${rule}: ${text}`);
process.exitCode = findings.length > 0 ? 1 : 0;
