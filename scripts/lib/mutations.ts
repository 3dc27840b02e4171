import { parseSync } from 'vite';

/** Replaces the source from `start` to `end` with `text`. */
export interface Mutation {
  start: number;
  end: number;
  text: string;
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>;

const OPERATOR_PAIRS = ['=== !==', '< <=', '> >=', '+ -', '* /', '&& ||'].map((pair) => pair.split(' '));
const swapOperator = (operator: string) => {
  const pair = OPERATOR_PAIRS.find((one) => one.includes(operator));
  return pair?.find((one) => one !== operator);
};
const isText = ({ type, value }: Node) => type === 'TemplateLiteral' || typeof value === 'string';

/** Lists the mutations of one node as pairs: the node to replace, and its new text. */
function listNodeMutations(node: Node, textOf: (node: unknown) => string): [unknown, string][] {
  const { left, right, test } = node;
  const operator = String(node.operator);
  switch (node.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
      return [[test, `!(${textOf(test)})`]];
    case 'BinaryExpression':
    case 'LogicalExpression': {
      if (operator === '??') return [[node, `(${textOf(left)})`]];
      const other = swapOperator(operator);
      const joinsText = operator === '+' && [left, right].some((one) => isText(one as Node));
      return other && !joinsText ? [[node, `((${textOf(left)}) ${other} (${textOf(right)}))`]] : [];
    }
    case 'UnaryExpression':
      return operator === '!' ? [[node, textOf(node.argument)]] : [];
    case 'Literal':
      return typeof node.value === 'boolean' ? [[node, String(!node.value)]] : [];
    case 'ThrowStatement':
    case 'ExpressionStatement':
      return [[node, ';']];
    case 'ReturnStatement':
      return node.argument && textOf(node.argument) !== 'undefined' ? [[node, 'return undefined;']] : [];
    default:
      return [];
  }
}

const WRAPPERS = ['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression'];

/** Lists the mutations of a TypeScript file: conditions, bounds, operators, removed statements and results. */
export function findMutations(file: string, source: string): Mutation[] {
  const textOf = (node: unknown) => source.slice((node as Node).start, (node as Node).end);
  const found: Mutation[] = [];
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    if (value === null || typeof value !== 'object' || !('type' in value)) return;
    const node = value as Node;
    if (WRAPPERS.includes(node.type)) visit(node.expression);
    if (node.type.startsWith('TS') || node.type === 'ImportDeclaration') return;
    for (const [at, text] of listNodeMutations(node, textOf)) {
      const { start, end } = at as Node;
      found.push({ start, end, text });
    }
    Object.values(node).forEach(visit);
  };
  visit(parseSync(file, source).program);
  return found;
}
