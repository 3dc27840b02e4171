import { withConditionTexts } from '../i18n/conditionTexts.ts';
import type conditions from '../i18n/en/conditions.ts';
import type { Translate } from '../i18n/translateMessage.ts';
import { parseWhere } from './parseWhere.ts';
import { isSymbol } from './symbols.ts';
import { type Comparison, type Condition, isCondition, type Scalar, type Where } from './where.ts';

/** Operator in words: `exists` and a comparison with null are two. */
export type WordedOperator = keyof typeof conditions.operators;

interface ExplainOptions {
  /** Default: the path itself. */
  labelOf?: (path: string) => string;
  /** Formats a value of the field at the end of a path. */
  formatValue?: (path: string, value: Scalar) => string;
  /** True if the field at the end of a path is compared with days. */
  isDay?: (path: string) => boolean;
  /** Default: English. */
  translate?: Translate;
}

export const takesValue = (operator: WordedOperator): boolean => operator !== 'empty' && operator !== 'notEmpty';

/** Returns the operator in words of a comparison; undefined if a negation has none. */
export function toWordedOperator({ operator, value }: Comparison, isNegated: boolean): WordedOperator | undefined {
  if (operator === 'exists' || value === null) return (value ?? false) === isNegated ? 'empty' : 'notEmpty';
  if (!isNegated) return operator;
  return operator === 'equals' ? 'not' : operator === 'in' ? 'notIn' : undefined;
}

/** Translates an operator; days have words of their own. */
export function translateOperator(translate: Translate, operator: WordedOperator, isDay: boolean): string {
  const usual = translate(`conditions.operators.${operator}`);
  return isDay ? translate(`conditions.days.${operator}`, { _: usual }) : usual;
}

function explainValue(path: string, value: Comparison['value'], { formatValue }: Required<ExplainOptions>): string {
  if (value === null) return 'empty';
  if (!isSymbol(value)) return formatValue(path, value as Scalar);
  const offsets = (['days', 'hours', 'minutes'] as const).flatMap((unit) => {
    const amount = value[unit];
    return amount ? `${amount < 0 ? 'minus' : 'plus'} ${Math.abs(amount)} ${unit}` : [];
  });
  return [value.symbol, ...offsets].join(' ');
}

function explainComparison(comparison: Comparison, isNegated: boolean, options: Required<ExplainOptions>): string {
  const { labelOf, isDay, translate } = options;
  const operator = toWordedOperator(comparison, isNegated);
  if (!operator) return `${translate('conditions.not')} (${explainComparison(comparison, false, options)})`;
  const path = comparison.path.join('.');
  const values = [comparison.value].flat().map((one) => explainValue(path, one, options));
  const words = [labelOf(path), translateOperator(translate, operator, isDay(path))];
  return [...words, ...(takesValue(operator) ? [values.join(', ') || 'nothing'] : [])].join(' ');
}

function explain(condition: Condition, options: Required<ExplainOptions>): string {
  const word = (name: 'and' | 'or' | 'not' | 'some' | 'every') => options.translate(`conditions.${name}`);
  const join = (parts: readonly Condition[], joiner: 'and' | 'or') => {
    const texts = parts.map((one) => ('parts' in one ? `(${explain(one, options)})` : explain(one, options)));
    return texts.join(` ${word(joiner)} `) || (joiner === 'and' ? 'anything' : 'nothing');
  };
  const quantify = (quantifier: 'some' | 'every', path: readonly string[], part: Condition) =>
    `${word(quantifier)} ${options.labelOf(path.join('.'))} (${explain(part, options)})`;
  if (condition.kind === 'compare') return explainComparison(condition, false, options);
  if (condition.kind === 'some') return quantify('some', condition.path, condition.part);
  if (condition.kind !== 'not') return join(condition.parts, condition.kind);
  const { part } = condition;
  if (part.kind === 'compare') return explainComparison(part, true, options);
  if (part.kind === 'some' && part.part.kind === 'not') return quantify('every', part.path, part.part.part);
  return `${word('not')} (${explain(part, options)})`;
}

/** Explains a condition to people: "copy.branch is me and state is any of New, Open". */
export const explainWhere = (
  where: Where | Condition,
  {
    labelOf = (path) => path,
    formatValue = (_, value) => String(value),
    isDay = () => false,
    translate = (key, options) => String(options?._ ?? key),
  }: ExplainOptions = {},
): string =>
  explain(isCondition(where) ? where : parseWhere(where), {
    ...{ labelOf, formatValue, isDay },
    translate: withConditionTexts(translate),
  });
