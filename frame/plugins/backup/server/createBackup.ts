import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import type { Services } from 'portal-frame/server';
import {
  type AnyRow,
  CommandError,
  findUploadPaths,
  hashContent,
  isUploadPath,
  readJsonLines,
  recordCommandSuccess,
  withRemovalHold,
  writeChecked,
  writeJsonLines,
} from 'portal-frame/server/storage';
import { z } from 'zod';
import { type Snapshot, withSnapshot } from './snapshot.ts';

/** Types of columns, valid in both databases. They become part of statements. */
const COLUMN_TYPES: readonly string[] = [
  'text',
  'integer',
  'bigint',
  'smallint',
  'real',
  'double precision',
  'numeric',
  'boolean',
  'blob',
  'bytea',
];

const rowSchema: z.ZodType<AnyRow> = z.record(z.string(), z.unknown());

/**
 * A backup is a folder with manifest.json (written last), tables/<name>.jsonl.gz with a row per line, files.jsonl.gz
 * with checksums, and the uploads below files/, as in DATA_DIR/uploads.
 */
const columnSchema = z.object({
  name: z.string(),
  type: z.string().refine((type) => COLUMN_TYPES.includes(type)),
  nullable: z.boolean(),
});
const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** Of versions with one list: an array. */
  migrations: z.union([
    z.array(z.string()).transform((former): Snapshot['migrations'] => ({ former })),
    z.record(z.string(), z.array(z.string())),
  ]),
  tables: z.array(
    z.object({
      name: z.string().regex(/^\w+$/),
      columns: z.array(columnSchema),
      key: z.array(z.string()),
      rows: z.number(),
      sha256: z.string(),
    }),
  ),
  files: z.object({ count: z.number(), sha256: z.string() }),
  /** Referenced uploads that were missing when the backup was made. */
  lost: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifestSchema>;
const fileSchema = z.object({ path: z.string(), sha256: z.string() });
export type BackupFile = z.infer<typeof fileSchema>;

const MANIFEST = 'manifest.json';
const FILE_LIST = 'files.jsonl.gz';
export const getFilePath = (folder: string, path: string) => join(folder, 'files', path.slice(0, 2), path);
const getTablePath = (folder: string, name: string) => join(folder, 'tables', `${name}.jsonl.gz`);

/** Without a hold, a file may disappear between the copy of its row and its own: the backup then starts over. */
const MAX_ROUNDS = 10;

type BackupServices = Pick<Services, 'store' | 'files'>;

/** Creates a backup in a new folder while servers run. Throws a CommandError if the folder exists. */
export async function createBackup({ store, files }: BackupServices, folder: string): Promise<Manifest> {
  if (existsSync(folder)) throw new CommandError(`${folder} is there already.`);
  const part = join(dirname(folder), `.${basename(folder)}.part`);
  await rm(part, { recursive: true, force: true });
  await mkdir(join(part, 'tables'), { recursive: true, mode: 0o700 });
  const copied = new Map<string, BackupFile>();
  const { needed, ...rest } = await withRemovalHold(store, async (held) => {
    for (let round = 1; ; round++) {
      const manifest = await dumpTables(store, part);
      manifest.lost = await copyFiles(files, part, manifest.needed, copied);
      if (manifest.lost.length === 0 || held || round === MAX_ROUNDS) return manifest;
    }
  });
  for (const path of [...copied.keys()].filter((path) => !needed.has(path))) {
    copied.delete(path);
    await rm(getFilePath(part, path));
  }
  const sha256 = await writeJsonLines(join(part, FILE_LIST), copied.values());
  const manifest: Manifest = { ...rest, files: { count: copied.size, sha256 } };
  await writeFile(join(part, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true });
  // A folder without its final name is no backup.
  await rename(part, folder);
  await recordCommandSuccess(store.db, 'backup');
  return manifest;
}

/** Writes all tables of one snapshot and collects the uploads that rows refer to. */
function dumpTables(store: Services['store'], folder: string) {
  return withSnapshot(store, async ({ tables, migrations, rows }) => {
    const needed = new Set<string>();
    const manifest = { format: 1 as const, madeAt: new Date().toISOString(), migrations };
    const written: Manifest['tables'] = [];
    for (const { name, columns, key } of tables) {
      let count = 0;
      async function* counted() {
        for await (const row of rows(name)) {
          count += 1;
          for (const path of findUploadPaths(row)) needed.add(path);
          yield row;
        }
      }
      const sha256 = await writeJsonLines(getTablePath(folder, name), counted());
      written.push({ name, columns, key, rows: count, sha256 });
    }
    return { ...manifest, tables: written, lost: [] as string[], needed };
  });
}

/** Copies files that are not copied yet and returns the paths of missing ones. */
async function copyFiles(
  files: Services['files'],
  folder: string,
  needed: ReadonlySet<string>,
  copied: Map<string, BackupFile>,
): Promise<string[]> {
  const lost: string[] = [];
  for (const path of needed) {
    if (copied.has(path) || !isUploadPath(path)) continue;
    const found = await files.storage.get(path);
    if (!found) {
      lost.push(path);
      continue;
    }
    const target = getFilePath(folder, path);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    copied.set(path, { path, sha256: await writeChecked(target, found.content) });
  }
  return lost;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface Backup extends Snapshot {
  manifest: Manifest;
  files: readonly BackupFile[];
}

/** Reads the lines of a backup's file. Throws a CommandError for a line that is no such value, and for a cut file. */
async function* readLines<V>(path: string, schema: z.ZodType<V>): AsyncIterable<V> {
  let line = 0;
  const lines = readJsonLines<unknown>(path)[Symbol.asyncIterator]();
  for (;;) {
    const next = await lines.next().catch(() => undefined);
    if (next?.done) return;
    line += 1;
    const { data } = schema.safeParse(next?.value);
    if (data === undefined) throw new CommandError(`${path} cannot be read from line ${line} on.`);
    yield data;
  }
}

/** Throws a CommandError unless a backup's file has as many lines as its manifest says. */
async function compareCount(path: string, schema: z.ZodType, expected: number): Promise<void> {
  let count = 0;
  for await (const _ of readLines(path, schema)) count += 1;
  if (count !== expected) throw new CommandError(`${path} should have ${expected} lines, but has ${count}.`);
}

/** Reads a backup and verifies every checksum and number. Throws a CommandError if it is invalid or incomplete. */
export async function readBackup(folder: string): Promise<Backup> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => undefined);
  if (text === undefined) throw new CommandError(`${folder} is no backup: it has no ${MANIFEST}.`);
  const { data: manifest } = manifestSchema.safeParse(parseJson(text));
  if (!manifest) throw new CommandError(`${join(folder, MANIFEST)} is not one that this version understands.`);
  const root = await realpath(folder);
  const compare = async (path: string, sha256: string) => {
    if (!existsSync(path)) throw new CommandError(`${path} is missing.`);
    if ((await realpath(path)) !== join(root, relative(folder, path)))
      throw new CommandError(`${path} is a link: a backup holds files only.`);
    if ((await hashContent(createReadStream(path))) !== sha256) throw new CommandError(`${path} is damaged.`);
  };
  for (const { name, sha256, rows } of manifest.tables) {
    await compare(getTablePath(folder, name), sha256);
    await compareCount(getTablePath(folder, name), rowSchema, rows);
  }
  await compare(join(folder, FILE_LIST), manifest.files.sha256);
  await compareCount(join(folder, FILE_LIST), fileSchema, manifest.files.count);
  const files: BackupFile[] = [];
  for await (const file of readLines(join(folder, FILE_LIST), fileSchema)) {
    if (!isUploadPath(file.path))
      throw new CommandError(`${folder} names a file that no upload is called: "${file.path}".`);
    await compare(getFilePath(folder, file.path), file.sha256);
    files.push(file);
  }
  const rows = (name: string) => readLines(getTablePath(folder, name), rowSchema);
  return { manifest, files, tables: manifest.tables, migrations: manifest.migrations, rows };
}
