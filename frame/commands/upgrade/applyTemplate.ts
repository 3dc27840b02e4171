import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join, sep } from 'node:path';

export interface Release {
  version: string;
  template: string;
  /** Further files: where they are, by their path in the app. */
  more?: Readonly<Record<string, string>>;
  /** Versions of packages that apps have besides the frame. */
  dependencies: Readonly<Record<string, string>>;
  devDependencies: Readonly<Record<string, string>>;
  /** Packages of Node for each platform. */
  optionalDependencies: Readonly<Record<string, string>>;
}

/** The files as the last `init` or `upgrade` wrote them. */
interface AppRecord {
  version: string;
  /** Name of the app in those files. */
  name: string;
  files: Record<string, string>;
  scripts: Record<string, string>;
}

interface Manifest {
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  [key: string]: unknown;
}

export interface Outcome {
  added: string[];
  replaced: string[];
  /** Changed by the app: the new version stands beside, as `{path}.new`. */
  changed: string[];
}

const MIN_NODE = 24;

/** Names the release that the app's files are from. Belongs into version control. */
export const RECORD_FILE = '.portal-frame.json';

/** Files that begin an app and are its own from then on. All others are updated. */
const OWN = /^(README\.md|public\/|src\/((roles|collections)\.ts|i18n\/|resources\/)|server\/|tests\/)/;

/** It is merged. */
const MANIFEST = 'package.json';

/** npm packs neither .npmrc nor .gitignore. */
const toAppPath = (path: string) => (['gitignore', 'npmrc'].includes(path) ? `.${path}` : path);

const isObject = (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a JSON object; undefined without the file. Throws an Error that names a damaged one. */
function readJson<T extends object>(path: string): T | undefined {
  const text = read(path);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (isObject(value)) return value as T;
  } catch {
    // Damaged.
  }
  throw new Error(`${path} is no JSON object. Repair it, and run this again.`);
}
const writeJson = (path: string, value: object) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
const toHash = (text: string) => hash('sha256', text);

/** Lists the files of a release: where they are, by their path in the app. */
function listFiles({ template, more = {} }: Release): [path: string, from: string][] {
  const found = readdirSync(template, { recursive: true, withFileTypes: true }).flatMap((one): [string, string][] => {
    const from = join(one.parentPath, one.name);
    const path = from.slice(template.length + 1).replaceAll('\\', '/');
    return one.isFile() && path !== MANIFEST ? [[toAppPath(path), from]] : [];
  });
  return [...found, ...Object.entries(more)];
}

/** Throws an Error if a link leads out of the app's folder. */
function write(folder: string, relative: string, text: string): void {
  const path = join(folder, relative);
  let existing = path;
  while (!existsSync(existing)) existing = dirname(existing);
  if (!`${realpathSync(existing)}${sep}`.startsWith(`${realpathSync(folder)}${sep}`))
    throw new Error(`${existing} is a link to another folder. Replace it, and run this again.`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Turns the name of a folder into that of an app: town-library, Town Library. */
export const toTitle = (folder: string): string =>
  basename(folder)
    .split(/[-_\s]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

const HTML_ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Puts the app's name in the place of {name}: in a string of TypeScript, or in HTML. Leaves ${name} of scripts. */
export const fillName = (path: string, text: string, name: string): string => {
  const escaped = path.endsWith('.ts')
    ? name.replace(/[\\']/g, '\\$&')
    : path.endsWith('.html')
      ? name.replace(/[&<>]/g, (sign) => HTML_ESCAPES[sign] ?? sign)
      : name;
  return text.replace(/(?<!\$)\{name\}/g, () => escaped);
};

/** Turns the name of a folder into one of a package: bob's-library, bob-s-library. */
const toPackageName = (folder: string) =>
  basename(folder)
    .toLowerCase()
    .replace(/[^a-z\d.-]+/g, '-')
    .replace(/^[.-]+|-+$/g, '') || 'app';

/** Adds new scripts and updates those that the app has not changed. */
function mergeScripts(own: Manifest, next: Record<string, string>, known: Record<string, string>) {
  const scripts = { ...own.scripts };
  for (const [name, command] of Object.entries(next)) {
    const isNew = scripts[name] === undefined && known[name] === undefined;
    if (isNew || (scripts[name] !== undefined && scripts[name] === known[name])) scripts[name] = command;
  }
  return scripts;
}

/** True if the machine's own Node, not one of a package, is older than apps need. */
function isNodeOld(): boolean {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  const env = { ...process.env, PATH: folders.join(delimiter) };
  const { stdout } = spawnSync('node', ['--version'], { env, encoding: 'utf8', shell: process.platform === 'win32' });
  return !(Number(/^v(\d+)/.exec(stdout ?? '')?.[1]) >= MIN_NODE);
}

/** Gives the app's packages the versions that this release was tested with. */
function updateManifest(
  folder: string,
  own: Manifest,
  next: Manifest,
  release: Omit<Release, 'template'>,
  known: AppRecord | undefined,
): string[] {
  const isNew = own.scripts?.start === undefined;
  const needsNode = isNodeOld();
  const update = (have: Record<string, string> = {}, given: Readonly<Record<string, string>>, withNew = isNew) => ({
    ...have,
    ...Object.fromEntries(Object.entries(given).filter(([name]) => withNew || name in have)),
  });
  const merged = {
    name: toPackageName(folder),
    ...(isNew && { version: next.version, private: true }),
    ...own,
    type: 'module',
    scripts: isNew ? { ...own.scripts, ...next.scripts } : mergeScripts(own, next.scripts ?? {}, known?.scripts ?? {}),
    dependencies: update(own.dependencies, release.dependencies),
    devDependencies: update(own.devDependencies, release.devDependencies),
    // 189 MB, which a machine with a new Node does not need.
    ...((own.optionalDependencies || needsNode) && {
      optionalDependencies: update(own.optionalDependencies, release.optionalDependencies, needsNode),
    }),
  };
  writeJson(join(folder, MANIFEST), merged);
  return JSON.stringify(merged) === JSON.stringify(own) ? [] : ['package.json'];
}

/**
 * Writes the files of the template to an app. Replaces files that the app has not changed, writes others beside its own,
 * and does not bring back deleted ones. Throws an Error before the first write if a file of the app is damaged.
 */
export function applyTemplate(folder: string, release: Release, newName = toTitle(folder)): Outcome {
  const { template, version } = release;
  const known = readJson<AppRecord>(join(folder, RECORD_FILE));
  const own = readJson<Manifest>(join(folder, MANIFEST)) ?? {};
  const next = readJson<Manifest>(join(template, MANIFEST)) ?? {};
  const name = known?.name ?? newName;
  const outcome: Outcome = { added: [], replaced: [], changed: [] };
  const files: Record<string, string> = {};
  for (const [path, from] of listFiles(release)) {
    if (OWN.test(path) && known) continue;
    const text = fillName(path, readFileSync(from, 'utf8'), name);
    const current = read(join(folder, path));
    files[path] = toHash(text);
    if (current === text) continue;
    if (current === undefined) {
      if (known && path in known.files) continue;
      outcome.added.push(path);
      write(folder, path, text);
    } else if (known && known.files[path] === toHash(current)) {
      outcome.replaced.push(path);
      write(folder, path, text);
    } else if (known?.files[path] !== files[path]) {
      outcome.changed.push(path);
      write(folder, `${path}.new`, text);
    }
  }
  outcome.replaced.push(...updateManifest(folder, own, next, release, known));
  writeJson(join(folder, RECORD_FILE), { version, name, files, scripts: next.scripts ?? {} } satisfies AppRecord);
  return outcome;
}
