import { spawnSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';

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

/** The manifest is merged; the hashes of earlier releases are for `upgrade`. */
const NOT_COPIED = ['package.json', 'earlier.json'];

const NAMED = ['README.md', 'index.html', 'server/app.ts', 'src/i18n/en.ts'];

/** npm packs neither .npmrc nor .gitignore. */
const toAppPath = (path: string) => (['gitignore', 'npmrc'].includes(path) ? `.${path}` : path);

const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;
const writeJson = (path: string, value: object) => writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);
const toHash = (text: string) => hash('sha256', text);

/** Lists the files of a release: where they are, by their path in the app. */
function listFiles({ template, more = {} }: Release): [path: string, from: string][] {
  const found = readdirSync(template, { recursive: true, withFileTypes: true }).flatMap((one): [string, string][] => {
    const from = join(one.parentPath, one.name);
    const path = from.slice(template.length + 1).replaceAll('\\', '/');
    return one.isFile() && !NOT_COPIED.includes(path) ? [[toAppPath(path), from]] : [];
  });
  return [...found, ...Object.entries(more)];
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Turns the name of a folder into that of an app: town-library, Town Library. */
export const toTitle = (folder: string): string =>
  basename(folder)
    .split(/[-_\s]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');

const readName = (folder: string) => /\bname: '([^']+)'/.exec(read(join(folder, 'server/app.ts')) ?? '')?.[1];

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
function updateManifest(folder: string, { template, ...release }: Release, known: AppRecord | undefined): string[] {
  const path = join(folder, 'package.json');
  const before = read(path) ?? '{}';
  const own = JSON.parse(before) as Manifest;
  const next = readJson<Manifest>(join(template, 'package.json'));
  const isNew = own.scripts?.start === undefined;
  const needsNode = isNodeOld();
  const update = (have: Record<string, string> = {}, given: Readonly<Record<string, string>>, withNew = isNew) => ({
    ...have,
    ...Object.fromEntries(Object.entries(given).filter(([name]) => withNew || name in have)),
  });
  const merged = {
    name: basename(folder).toLowerCase(),
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
  writeJson(path, merged);
  return JSON.stringify(merged) === JSON.stringify(own) ? [] : ['package.json'];
}

/**
 * Writes the files of the template to an app. Replaces files that the app has not changed, writes others beside its own,
 * and does not bring back deleted ones.
 */
export function applyTemplate(folder: string, release: Release, name = readName(folder) ?? toTitle(folder)): Outcome {
  const { template, version } = release;
  const known = existsSync(join(folder, RECORD_FILE)) ? readJson<AppRecord>(join(folder, RECORD_FILE)) : undefined;
  // Apps from before the record: the hashes of each file in those releases.
  const earlier = readJson<Record<string, string[]>>(join(template, 'earlier.json'));
  const isFirst = !known && readName(folder) === undefined;
  const outcome: Outcome = { added: [], replaced: [], changed: [] };
  const files: Record<string, string> = {};
  for (const [path, from] of listFiles(release)) {
    if (OWN.test(path) && !isFirst) continue;
    const isNamed = NAMED.includes(path);
    const given = readFileSync(from, 'utf8');
    const next = isNamed ? given.replaceAll('{name}', name) : given;
    const current = read(join(folder, path));
    const ownHash = current === undefined ? undefined : toHash(current);
    const isUntouched = known
      ? known.files[path] === ownHash
      : ownHash !== undefined &&
        earlier[path]?.includes(toHash((isNamed ? current?.replaceAll(name, '{name}') : current) ?? ''));
    files[path] = toHash(next);
    if (current === next) continue;
    const wasGiven = !isFirst && path in (known?.files ?? earlier);
    if (current === undefined) {
      if (wasGiven) continue;
      outcome.added.push(path);
      write(join(folder, path), next);
    } else if (isUntouched) {
      outcome.replaced.push(path);
      write(join(folder, path), next);
    } else if (known?.files[path] !== files[path]) {
      outcome.changed.push(path);
      write(join(folder, `${path}.new`), next);
    }
  }
  outcome.replaced.push(...updateManifest(folder, release, known));
  const { scripts = {} } = readJson<Manifest>(join(template, 'package.json'));
  writeJson(join(folder, RECORD_FILE), { version, files, scripts } satisfies AppRecord);
  return outcome;
}
