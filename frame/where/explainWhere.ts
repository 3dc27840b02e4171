import { parseWhere } from './parseWhere.ts';
import { isSymbol } from './symbols.ts';
import { type BasicOperator, type Condition, isCondition, type Where } from './where.ts';

type LabelOf = (path: string) => string;

const WORDS: Record<BasicOperator, string> = {
  equals: 'is',
  in: 'is',
  gt: 'is over',
  gte: 'is at least',
  lt: 'is under',
  lte: 'is at most',
  contains: 'contains',
  startsWith: 'starts with',
  exists: 'is',
};

function explainValue(value: unknown): string {
  if (!isSymbol(value)) return value === null ? 'empty' : String(value);
  const offsets = (['days', 'hours', 'minutes'] as const).flatMap((unit) => {
    const amount = value[unit];
    return amount ? `${amount < 0 ? 'minus' : 'plus'} ${Math.abs(amount)} ${unit}` : [];
  });
  return [value.symbol, ...offsets].join(' ');
}

function explain(condition: Condition, labelOf: LabelOf, isNegated: boolean): string {
  const part = (one: Condition) =>
    one.kind === 'and' ? `(${explain(one, labelOf, false)})` : explain(one, labelOf, false);
  if (condition.kind === 'not') {
    if (condition.part.kind === 'compare') return explain(condition.part, labelOf, !isNegated);
    if (condition.part.kind === 'some' && condition.part.part.kind === 'not')
      return `every ${labelOf(condition.part.path.join('.'))} (${explain(condition.part.part.part, labelOf, false)})`;
    return `not ${explain(condition.part, labelOf, false).replace(/^[^(].*$/s, '($&)')}`;
  }
  if (condition.kind === 'and') return condition.parts.map(part).join(' and ') || 'anything';
  if (condition.kind === 'or') return `(${condition.parts.map(part).join(' or ') || 'nothing'})`;
  const label = labelOf(condition.path.join('.'));
  if (condition.kind === 'some') return `some ${label} (${explain(condition.part, labelOf, false)})`;
  const { operator, value } = condition;
  const words = `${WORDS[operator]}${isNegated ? ' not' : ''}`;
  if (operator === 'exists') return `${label} is${value === isNegated ? '' : ' not'} empty`;
  return `${label} ${words} ${[value].flat().map(explainValue).join(' or ') || 'nothing'}`;
}

/** Explains a condition to people: "copy.branch is me and state is New or Open". */
export const explainWhere = (where: Where | Condition, labelOf: LabelOf = (path) => path): string =>
  explain(isCondition(where) ? where : parseWhere(where), labelOf, false);
