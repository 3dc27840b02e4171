import { parseSync } from 'vite';
import type { ConfigRename } from './configRenames.ts';

interface Node {
  type: string;
  start: number;
  end: number;
  [part: string]: unknown;
}
interface Edit {
  start: number;
  end: number;
  text: string;
}

const isNode = (value: unknown): value is Node =>
  value !== null && typeof value === 'object' && typeof (value as Node).type === 'string';

function* listNodes(node: Node): Generator<Node> {
  yield node;
  for (const part of Object.values(node))
    for (const child of Array.isArray(part) ? part : [part]) if (isNode(child)) yield* listNodes(child);
}

const getName = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  const name = node.type === 'Identifier' ? node.name : node.type === 'Literal' ? node.value : undefined;
  return typeof name === 'string' ? name : undefined;
};

/** Finds the properties that a path of keys leads to. */
function findProperties(node: unknown, [key, ...rest]: readonly string[]): Node[] {
  if (!isNode(node)) return [];
  if (node.type === 'ArrayExpression' && key === '*')
    return (node.elements as unknown[]).flatMap((element) => findProperties(element, rest));
  if (node.type !== 'ObjectExpression') return [];
  const found = (node.properties as Node[]).filter(
    (one) => one.type === 'Property' && !one.computed && (key === '*' || getName(one.key) === key),
  );
  return rest.length === 0 ? found : found.flatMap((one) => findProperties(one.value, rest));
}

type KeyRename = Extract<ConfigRename, { call: string }>;

function renameProperty({ key, value, shorthand }: Node, { to, values }: KeyRename): Edit[] {
  if (!isNode(key) || !isNode(value)) return [];
  if (shorthand) return [{ start: key.start, end: key.end, text: `${to}: ${getName(key)}` }];
  const renamed: Edit = { start: key.start, end: key.end, text: to };
  if (!values) return [renamed];
  const next = values[getName(value) ?? ''];
  return next === undefined ? [] : [renamed, { start: value.start, end: value.end, text: `'${next}'` }];
}

/** Moves a field's name to a title of the config: `show: { title: 'day' }` becomes `title: '{day}'`. */
function moveToTitle(code: string, config: Node, property: Node, { to }: KeyRename): Edit[] {
  const field = getName(property.value);
  if (field === undefined || findProperties(config, [to]).length > 0) return [];
  const [separator = ''] = /^\s*,\s*/.exec(code.slice(property.end)) ?? [];
  const text = `\n  ${to}: '{${field}}',`;
  return [
    { start: property.start, end: property.end + separator.length, text: '' },
    { start: config.start + 1, end: config.start + 1, text },
  ];
}

/** Renames an import of the frame, and its uses if it is imported under its own name. */
function renameImport(nodes: readonly Node[], imported: string, to: string): Edit[] {
  const specifiers = nodes
    .filter(
      ({ type, source }) => type === 'ImportDeclaration' && /^portal-frame(\/|$)/.test(String((source as Node).value)),
    )
    .flatMap(({ specifiers: all }) => all as Node[])
    .filter((one) => one.type === 'ImportSpecifier' && getName(one.imported) === imported);
  if (specifiers.length === 0) return [];
  const isAlias = specifiers.some((one) => getName(one.local) !== imported);
  // Neither keys nor members: { ME: 1 }, x.ME.
  const others = new Set(
    nodes.flatMap(({ type, key, computed, shorthand, property }) => {
      if (type === 'Property' && !computed && !shorthand) return [(key as Node).start];
      return type === 'MemberExpression' && !computed ? [(property as Node).start] : [];
    }),
  );
  const uses = nodes.filter((one) => one.type === 'Identifier' && one.name === imported && !others.has(one.start));
  const edits = isAlias ? specifiers.map((one) => one.imported as Node) : uses;
  return edits.map(({ start, end }) => ({ start, end, text: to }));
}

/**
 * Returns the code with renamed keys and imports. Finds keys only in the object that is the first argument of the call;
 * a start refuses those that it misses, and names them.
 */
export function renameKeys(file: string, code: string, renames: readonly ConfigRename[]): string {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) return code;
  const nodes = [...listNodes(program as unknown as Node)];
  const edits = renames.flatMap((rename) => {
    if ('imported' in rename) return renameImport(nodes, rename.imported, rename.to);
    const calls = nodes.filter((one) => one.type === 'CallExpression' && getName(one.callee) === rename.call);
    return calls.flatMap((one) => {
      const [config] = one.arguments as Node[];
      return findProperties(config, rename.path).flatMap((property) =>
        rename.asTitle && config ? moveToTitle(code, config, property, rename) : renameProperty(property, rename),
      );
    });
  });
  // A shorthand has its name twice at one place.
  const unique = new Map(edits.map((edit) => [edit.start, edit]));
  return [...unique.values()]
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: next }) => text.slice(0, start) + next + text.slice(end), code);
}
