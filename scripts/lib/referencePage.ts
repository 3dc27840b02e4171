import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { ICON_NAMES } from '../../frame/config/app/icons.ts';
import { extendResourceSchema, loadKeys } from '../../frame/config/app/resourceKeys.ts';
import * as kinds from '../../frame/fields/index.ts';
import type { Field } from '../../frame/fields/kind.ts';
import { importFramePlugins } from '../../frame/server/records/schema/nameMissingPlugins.ts';
import { getPageRoles } from '../../frame/wire/roles.ts';
import { fromRoot } from './root.ts';

interface Meta {
  type?: string;
  description?: string;
  example?: string;
  /** Description of the default. */
  standard?: string;
}
const getMeta = (schema: z.ZodType): Meta => (schema.meta() ?? {}) as Meta;
const unwrapOptional = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional ? unwrapOptional(schema.unwrap() as z.ZodType) : schema;

function describeType(schema: z.ZodType): string {
  const { type } = getMeta(schema);
  if (type) return type;
  if (schema instanceof z.ZodOptional) return describeType(unwrapOptional(schema));
  if (schema instanceof z.ZodArray) return `list of ${describeType(schema.element as z.ZodType)}`;
  if (schema instanceof z.ZodUnion)
    return [...new Set(schema.options.map((one) => describeType(one as z.ZodType)))].join(' or ');
  if (schema instanceof z.ZodLazy) return describeType(schema.unwrap() as z.ZodType);
  // Keeps the page independent of the app's roles.
  if (schema instanceof z.ZodEnum && `${schema.options}` === `${getPageRoles().names}`) return 'role';
  if (schema instanceof z.ZodEnum) return schema.options.map((one) => `\`${one}\``).join(', ');
  if (schema instanceof z.ZodLiteral) return `\`${[...schema.values].join(', ')}\``;
  if (schema instanceof z.ZodObject) return 'object';
  return schema.def.type === 'string' ? 'text' : schema.def.type;
}

/** Finds the object in a schema whose keys get rows of their own. `step` is its path, such as '[]' for a list. */
function findNestedObject(schema: z.ZodType): { object: z.ZodObject; step: string } | null {
  const one = unwrapOptional(schema);
  if (one instanceof z.ZodObject) return { object: one, step: '' };
  if (one instanceof z.ZodRecord) {
    const found = findNestedObject(one.valueType as z.ZodType);
    return found && { ...found, step: `.{name}${found.step}` };
  }
  if (one instanceof z.ZodArray) {
    const found = findNestedObject(one.element as z.ZodType);
    return found && { ...found, step: `[]${found.step}` };
  }
  if (one instanceof z.ZodUnion && !getMeta(one).type) {
    const object = one.options.find((option) => option instanceof z.ZodObject);
    return object ? { object: object as z.ZodObject, step: '' } : null;
  }
  return null;
}

const formatCode = (text: string | undefined) => (text ? `\`${text.replaceAll('|', '\\|')}\`` : '');

function* listKeyRows(object: z.ZodObject, path: string): Generator<string> {
  for (const [name, value] of Object.entries(object.shape)) {
    const schema = value as z.ZodType;
    const key = path ? `${path}.${name}` : name;
    const { description = '', example, standard } = { ...getMeta(unwrapOptional(schema)), ...getMeta(schema) };
    const left = schema instanceof z.ZodOptional ? (standard ?? 'nothing') : '**required**';
    const next = findNestedObject(schema);
    if (description)
      yield `| \`${key}\` | ${describeType(schema)} | ${left} | ${description} | ${formatCode(example)} |`;
    // Forms and groups share keys, which are listed once.
    if (next && key !== 'edit' && !/groups$/.test(key.replace('create.groups', '')))
      yield* listKeyRows(next.object, `${key}${next.step}`);
  }
}

function formatKindRow([name, make]: [string, unknown]): string {
  const { kind } = (make as (options: object) => Field)({ choices: ['a'], to: 'x', text: '{id}' });
  const options = (kind.options ?? []).map((option) => `\`${option}\``).join(', ');
  const filter = kind.filter ? kind.filter.operator : kind.filter === false ? 'none' : 'equals';
  return `| \`${name}\` | ${options} | ${filter} | ${kind.storage} |`;
}

const plugins = await Promise.all(
  (await importFramePlugins()).map(async (plugin) => ({ plugin, keys: await loadKeys([{ plugin }]) })),
);
const schema = extendResourceSchema(Object.assign({}, ...plugins.map(({ keys }) => keys)));
const describeOwners = plugins.flatMap(({ plugin, keys }) =>
  Object.keys(keys).map((path) => `\`${path}\` is of the plug-in \`${plugin.name}\``),
);

/** Renders all keys of a config, kinds and icons as Markdown. */
export function renderReference(): string {
  return [
    '### Keys',
    '',
    `\`edit\` takes the keys of \`create\`. \`show.groups[]\` takes the keys of \`create.groups[]\`. ${describeOwners.join(', ')}.`,
    '',
    '| key | type | default | description | example |',
    '| --- | --- | --- | --- | --- |',
    ...listKeyRows(schema, ''),
    '',
    '### Kinds of fields',
    '',
    'Every kind also takes the [field options](#field-options). `money` is a decimal number in the API, forms and code (24.5 is $24.50); only the database column holds cents.',
    '',
    '| kind | own options | filter | storage |',
    '| --- | --- | --- | --- |',
    ...Object.entries(kinds)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(formatKindRow),
    '',
    `### Icons\n\n${ICON_NAMES.map((name) => `\`${name}\``).join(', ')}`,
  ].join('\n');
}

const [START, END] = ['<!-- reference: made by npm run docs -->', '<!-- end of reference -->'];

const CODE = /(<!-- code: (\S+) in (\S+) -->\n```(\w+)\n)[\s\S]*?```/g;

/** Reads a file for a page, with its relative imports as if it lay in `folder`. `folders` has those of other files. */
function readCode(file: string, folder: string, folders: ReadonlyMap<string, string>): string {
  const content = readFileSync(fromRoot(file), 'utf8').trimEnd();
  return content.replace(/'(\.\.?\/[^']+)'/g, (match, path: string) => {
    // The frame's tests have an app of their own.
    const source = join(dirname(file), path).replaceAll('\\', '/').replace('frame/tests/app/', '');
    const own = folders.get(source);
    const isResource = source.startsWith('tests/fixtures/');
    const isBeside = source.startsWith('frame/tests/docs/');
    const placed = own ?? (isResource ? 'src/resources' : isBeside ? folder : undefined);
    const target = placed ? `${placed}/${basename(source)}` : /^(frame|src|server)\//.test(source) ? source : undefined;
    if (target === undefined) return match;
    const from = relative(folder, target).replaceAll('\\', '/');
    return `'${from.startsWith('.') ? from : `./${from}`}'`;
  });
}

const PART = /(<!-- part: (\S+) ([^>]+) -->\n```\w+\n)[\s\S]*?```/g;

const getIndent = (line = '') => line.length - line.trimStart().length;

/** Reads the lines of a nested key of a config, such as 'list.columns', without their indent. */
function readPart(file: string, key: string): string {
  let lines = readFileSync(fromRoot(file), 'utf8').split('\n');
  let indent = '';
  for (const name of key.split('.')) {
    indent += '  ';
    const start = lines.findIndex((line) => line.startsWith(`${indent}${name}: `));
    if (start < 0) throw new Error(`${file} has no key "${key}".`);
    const rest = lines.slice(start);
    const next = rest.findIndex((line, index) => index > 0 && line.trim() !== '' && getIndent(line) <= indent.length);
    const closes = getIndent(rest[next]) === indent.length && /^ *[}\])]/.test(rest[next] ?? '');
    lines = rest.slice(0, closes ? next + 1 : next);
  }
  return lines.map((line) => line.slice(indent.length)).join('\n');
}

/** Updates the code blocks of a page that are marked as a file (`code`) or as keys of a file (`part`). */
function updateCode(page: string): string {
  const folders = new Map([...page.matchAll(CODE)].map(([, , file = '', folder = '']) => [file, folder]));
  return page
    .replace(
      CODE,
      (_, head: string, file: string, folder: string) => `${head}${readCode(file, folder, folders)}\n\`\`\``,
    )
    .replace(PART, (_, head: string, file: string, keys: string) => {
      const parts = keys.split(' ').map((key) => readPart(file, key));
      return `${head}${parts.join('\n')}\n\`\`\``;
    });
}

const countLines = (files: string) =>
  files
    .split(' ')
    .flatMap((file) => readFileSync(fromRoot(file), 'utf8').split('\n'))
    .filter((line) => !/^\s*(\/\/.*|\/\*\*.*\*\/)?$/.test(line)).length;

/** Paths of the pages with code of tested files. */
export const CODE_PAGES: readonly string[] = globSync(['README.md', 'docs/*.md', 'frame/*.md'], { cwd: fromRoot() })
  .filter((page) => readFileSync(fromRoot(page), 'utf8').includes('\n```ts'))
  .toSorted();

/** Updates the reference, code and line counts of a page. */
export function updatePage(page: string): string {
  const [before = '', rest] = page.split(START);
  const after = rest?.split(END)[1];
  if (rest !== undefined && after === undefined) throw new Error(`The page lacks ${END}.`);
  const documented = after === undefined ? page : `${before}${START}\n\n${renderReference()}\n\n${END}${after}`;
  const counted = documented.replace(
    /(<!-- lines of ([^>]+) -->)\d*/g,
    (_, head: string, files: string) => head + countLines(files),
  );
  return updateCode(counted);
}
