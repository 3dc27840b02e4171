import { withConditionTexts } from '../i18n/conditionTexts.ts';
import type { Translate } from '../i18n/translateMessage.ts';
import { parseWhere } from './parseWhere.ts';
import { isSymbol } from './symbols.ts';
import {
  type Comparison,
  type Condition,
  type FieldComparison,
  isCondition,
  type Scalar,
  toFieldComparison,
  type Where,
  type WordedOperator,
} from './where.ts';

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

function explainComparison({ field, operator, value }: FieldComparison, options: Required<ExplainOptions>): string {
  const { labelOf, isDay, translate } = options;
  const values = [value].flat().map((one) => explainValue(field, one, options));
  const words = [labelOf(field), translateOperator(translate, operator, isDay(field))];
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
  const compared = toFieldComparison(condition);
  if (compared) return explainComparison(compared, options);
  if (condition.kind === 'some') return quantify('some', condition.path, condition.part);
  if ('parts' in condition) return join(condition.parts, condition.kind);
  const { part } = condition as { part: Condition };
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
