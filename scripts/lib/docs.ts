import { readFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { ICON_NAMES } from '../../frame/config/icons.ts';
import { resourceSchema } from '../../frame/config/schema.ts';
import * as kinds from '../../frame/fields/index.ts';
import { COMMON_OPTIONS, type Field } from '../../frame/fields/kind.ts';
import { ROLES } from '../../frame/wire/roles.ts';
import { at } from './root.ts';

interface Meta {
  type?: string;
  description?: string;
  example?: string;
  /** What counts where the key is left out. */
  standard?: string;
}
const metaOf = (schema: z.ZodType): Meta => (schema.meta() ?? {}) as Meta;
const inside = (schema: z.ZodType): z.ZodType =>
  schema instanceof z.ZodOptional ? inside(schema.unwrap() as z.ZodType) : schema;

/** A schema's type in a developer's words. */
function typeOf(schema: z.ZodType): string {
  const { type } = metaOf(schema);
  if (type) return type;
  if (schema instanceof z.ZodOptional) return typeOf(inside(schema));
  if (schema instanceof z.ZodArray) return `list of ${typeOf(schema.element as z.ZodType)}`;
  if (schema instanceof z.ZodUnion)
    return [...new Set(schema.options.map((one) => typeOf(one as z.ZodType)))].join(' or ');
  if (schema instanceof z.ZodLazy) return typeOf(schema.unwrap() as z.ZodType);
  // Whichever roles there are.
  if (schema instanceof z.ZodEnum && `${schema.options}` === `${ROLES}`) return 'role';
  if (schema instanceof z.ZodEnum) return schema.options.map((one) => `\`${one}\``).join(', ');
  if (schema instanceof z.ZodLiteral) return `\`${[...schema.values].join(', ')}\``;
  if (schema instanceof z.ZodObject) return 'object';
  return schema.def.type === 'string' ? 'text' : schema.def.type;
}

/** The object whose keys are documented below a key, and how the path goes on to it. */
function below(schema: z.ZodType): { object: z.ZodObject; step: string } | null {
  const one = inside(schema);
  if (one instanceof z.ZodObject) return { object: one, step: '' };
  if (one instanceof z.ZodRecord) {
    const found = below(one.valueType as z.ZodType);
    return found && { ...found, step: `.{name}${found.step}` };
  }
  if (one instanceof z.ZodArray) {
    const found = below(one.element as z.ZodType);
    return found && { ...found, step: `[]${found.step}` };
  }
  if (one instanceof z.ZodUnion && !metaOf(one).type) {
    const object = one.options.find((option) => option instanceof z.ZodObject);
    return object ? { object: object as z.ZodObject, step: '' } : null;
  }
  return null;
}

const code = (text: string | undefined) => (text ? `\`${text.replaceAll('|', '\\|')}\`` : '');

function* rowsOf(object: z.ZodObject, path: string): Generator<string> {
  for (const [name, value] of Object.entries(object.shape)) {
    const schema = value as z.ZodType;
    const key = path ? `${path}.${name}` : name;
    const { description = '', example, standard } = { ...metaOf(inside(schema)), ...metaOf(schema) };
    const left = schema instanceof z.ZodOptional ? (standard ?? 'nothing') : '**required**';
    const next = below(schema);
    if (description) yield `| \`${key}\` | ${typeOf(schema)} | ${left} | ${description} | ${code(example)} |`;
    // The forms are alike: documented once.
    if (next && key !== 'edit' && !/groups$/.test(key.replace('create.groups', '')))
      yield* rowsOf(next.object, `${key}${next.step}`);
  }
}

/** A kind's own options; made with what the strictest of them need, so that each can be asked. */
function kindRow([name, make]: [string, unknown]): string {
  const { kind } = (make as (options: object) => Field)({ choices: ['a'], to: 'x', text: '{id}' });
  const options = (kind.options ?? []).map((option) => `\`${option}\``).join(', ');
  const filter = kind.filter ? kind.filter.test : kind.filter === false ? 'none' : 'equals';
  return `| \`${name}\` | ${options} | ${filter} | ${kind.storage} |`;
}

/** Every key of a config, every kind and every icon, as Markdown: made from what start-up checks. */
export function configReference(): string {
  return [
    '### Keys',
    '',
    '`edit` has the keys of `create`; `show.groups[]` those of `create.groups[]`.',
    '',
    '| key | type | left out | what it says | example |',
    '| --- | --- | --- | --- | --- |',
    ...rowsOf(resourceSchema, ''),
    '',
    '### Kinds of fields',
    '',
    `Every kind takes ${COMMON_OPTIONS.map((option) => `\`${option}\``).join(', ')}.`,
    '',
    '| kind | own options | filter | kept as |',
    '| --- | --- | --- | --- |',
    ...Object.entries(kinds)
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(kindRow),
    '',
    `### Icons\n\n${ICON_NAMES.map((name) => `\`${name}\``).join(', ')}`,
  ].join('\n');
}

const [START, END] = ['<!-- reference: made by npm run docs -->', '<!-- end of reference -->'];

const CODE = /(<!-- code: (\S+) in (\S+) -->\n```(\w+)\n)[\s\S]*?```/g;

/** A file as it stands in the folder that the page tells to put it in: its imports lead from there to where they are put. */
function codeOf(file: string, folder: string, folders: ReadonlyMap<string, string>): string {
  const content = readFileSync(at(file), 'utf8').trimEnd();
  return content.replace(/'(\.\.?\/[^']+)'/g, (match, path: string) => {
    const source = join(dirname(file), path).replaceAll('\\', '/');
    const own = folders.get(source);
    const target = own ? `${own}/${basename(source)}` : /^(frame|src|server)\//.test(source) ? source : undefined;
    if (target === undefined) return match;
    const from = relative(folder, target).replaceAll('\\', '/');
    return `'${from.startsWith('.') ? from : `./${from}`}'`;
  });
}

/** A page with the code that it names as that is today. */
export function freshCode(page: string): string {
  const folders = new Map([...page.matchAll(CODE)].map(([, , file = '', folder = '']) => [file, folder]));
  return page.replace(
    CODE,
    (_, head: string, file: string, folder: string) => `${head}${codeOf(file, folder, folders)}\n\`\`\``,
  );
}

/** Lines of these files together, without blank ones and comments of their own. */
const linesOf = (files: string) =>
  files
    .split(' ')
    .flatMap((file) => readFileSync(at(file), 'utf8').split('\n'))
    .filter((line) => !/^\s*(\/\/.*|\/\*\*.*\*\/)?$/.test(line)).length;

/** The page with today's reference, code and counts in their places. */
export function freshPage(page: string): string {
  const [before, rest] = page.split(START);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error(`The page lacks ${START} ... ${END}.`);
  const documented = `${before}${START}\n\n${configReference()}\n\n${END}${after}`;
  const counted = documented.replace(
    /(<!-- lines of ([^>]+) -->)\d*/g,
    (_, head: string, files: string) => head + linesOf(files),
  );
  return freshCode(counted);
}
