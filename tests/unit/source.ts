import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { type ESTree, parseSync } from 'vite';

export interface Found {
  file: string;
  text: string;
}

const isNode = (value: unknown): value is ESTree.Node =>
  value !== null && typeof value === 'object' && typeof (value as { type?: unknown }).type === 'string';
const below = (node: ESTree.Node): ESTree.Node[] => Object.values(node).flat().filter(isNode);
function all(node: ESTree.Node, found: ESTree.Node[] = []): ESTree.Node[] {
  found.push(node);
  for (const one of below(node)) all(one, found);
  return found;
}

const parsed = new Map<string, ESTree.Node[]>();
/** Parses a file, once. */
function syntaxOf(file: string): ESTree.Node[] {
  const cached = parsed.get(file);
  if (cached) return cached;
  const { program, errors } = parseSync(file, readFileSync(file, 'utf8'));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found = all(program);
  parsed.set(file, found);
  return found;
}

/** Collects what `read` returns for each node of the matching files, without the frame's tests. */
const walk = (pattern: string | string[], read: (node: ESTree.Node) => string[]): Found[] =>
  globSync(pattern, { exclude: ['frame/tests/**', 'frame/plugins/*/tests/**'] })
    .sort()
    .flatMap((file) => syntaxOf(file).flatMap((node) => read(node).map((text) => ({ file, text }))));

/** Returns the literal texts an expression may evaluate to, including fixed parts of templates. */
function textsOf(node: ESTree.Node): string[] {
  switch (node.type) {
    case 'JSXText':
      return [node.value];
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : [];
    case 'TemplateLiteral':
      return node.quasis.map(({ value }) => value.cooked ?? value.raw);
    case 'JSXExpressionContainer':
      return textsOf(node.expression);
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)];
    case 'LogicalExpression':
      return [...textsOf(node.left), ...textsOf(node.right)];
    default:
      return [];
  }
}

/** Attributes that people see or hear. */
const SPOKEN = ['aria-label', 'aria-description', 'label', 'title', 'placeholder', 'alt', 'helperText'];

/** Returns literal texts in markup that people see or hear. */
export const literalTexts = (pattern: string | string[]): Found[] =>
  walk(pattern, (node) => {
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') return node.children.flatMap(textsOf);
    if (node.type === 'JSXAttribute' && node.value && SPOKEN.includes(String(node.name.name)))
      return textsOf(node.value);
    if (node.type === 'Property' && node.key.type === 'Literal' && SPOKEN.includes(String(node.key.value)))
      return textsOf(node.value);
    return [];
  });

export const strings = (pattern: string): Found[] =>
  walk(pattern, (node) => (node.type === 'Literal' ? textsOf(node) : []));

/** Returns the places in a config that checks report: `report('list.totals', ...)`. They look like i18n keys. */
export const reportedPlaces = (pattern: string): Found[] =>
  walk(pattern, (node) =>
    node.type === 'CallExpression' && node.callee.type === 'Identifier' && node.callee.name === 'report'
      ? node.arguments.slice(0, 1).flatMap(textsOf)
      : [],
  );

/** Returns the fixed starts of templates: 'choices.' for `choices.${value}`. */
export const templateStarts = (pattern: string): Found[] =>
  walk(pattern, (node) => (node.type === 'TemplateLiteral' ? textsOf(node).slice(0, 1) : []));

/** Returns the regular expressions in the source, as pattern and flags. */
export const patternsIn = (pattern: string): (Found & { flags: string })[] =>
  walk(pattern, (node) =>
    node.type === 'Literal' && 'regex' in node && node.regex ? [JSON.stringify(node.regex)] : [],
  ).map(({ file, text }) => {
    const regex = JSON.parse(text) as { pattern: string; flags: string };
    return { file, text: regex.pattern, flags: regex.flags };
  });

export interface Import {
  file: string;
  line: number;
  /** Specifier as written. */
  names: string;
  /** Type-only import. */
  typeOnly: boolean;
  /** Found by `import.meta.glob`. */
  found: boolean;
}

/** Returns imports of a node: statements, import() calls and types, `declare module`, and `import.meta.glob`. */
function importsIn(node: ESTree.Node): Pick<Import, 'names' | 'typeOnly' | 'found'>[] {
  const one = (source: ESTree.Node, typeOnly: boolean) =>
    textsOf(source).map((names) => ({ names, typeOnly, found: false }));
  switch (node.type) {
    case 'ImportDeclaration':
      return one(node.source, node.importKind === 'type');
    case 'ExportAllDeclaration':
      return one(node.source, node.exportKind === 'type');
    case 'ExportNamedDeclaration':
      return node.source ? one(node.source, node.exportKind === 'type') : [];
    case 'ImportExpression':
      return one(node.source, false);
    case 'TSImportType':
      return one(node.source, true);
    case 'TSModuleDeclaration':
      return one(node.id, true);
    case 'CallExpression': {
      const { callee } = node;
      const globs =
        callee.type === 'MemberExpression' &&
        callee.object.type === 'MetaProperty' &&
        callee.property.type === 'Identifier' &&
        callee.property.name === 'glob';
      return globs
        ? node.arguments
            .slice(0, 1)
            .flatMap((given) => all(given).flatMap(textsOf))
            .map((names) => ({ names, typeOnly: false, found: true }))
        : [];
    }
    default:
      return [];
  }
}

export const importsOf = (pattern: string): Import[] =>
  globSync(pattern)
    .sort()
    .flatMap((file) => {
      const code = readFileSync(file, 'utf8');
      return syntaxOf(file).flatMap((node) =>
        importsIn(node).map((found) => ({ file, line: code.slice(0, node.start).split('\n').length, ...found })),
      );
    });

const ENTRIES: Record<string, string> = JSON.parse(readFileSync('frame/package.json', 'utf8')).exports;

/** Returns the file of an entry of the frame; undefined for a name that it does not export. */
export function fileOfEntry(name: string): string | undefined {
  const key = name.replace(/^portal-frame/, '.');
  for (const [entry, path] of Object.entries(ENTRIES)) {
    const [start = '', end] = entry.split('*');
    if (
      end === undefined
        ? key === entry
        : key.startsWith(start) && key.endsWith(end) && !key.slice(start.length, key.length - end.length).includes('/')
    )
      return posix.join('frame', path.replace('*', key.slice(start.length, key.length - (end?.length ?? 0))));
  }
  return undefined;
}
