import conditions from '../i18n/en/conditions.ts';
import { parseWhere } from './parseWhere.ts';
import { isSymbol } from './symbols.ts';
import { type Comparison, type Condition, isCondition, type Scalar, type Where } from './where.ts';

type Word = keyof typeof conditions;

interface ExplainOptions {
  /** Default: the path itself. */
  labelOf?: (path: string) => string;
  /** Formats a value of the field at the end of a path. */
  formatValue?: (path: string, value: Scalar) => string;
  /** Default: English. */
  translate?: (key: `where.${Word}`) => string;
}
type Texts = Required<Omit<ExplainOptions, 'translate'>> & { word: (name: Word) => string };

function explainValue(path: string, value: Comparison['value'], texts: Texts): string {
  if (value === null) return 'empty';
  if (!isSymbol(value)) return texts.formatValue(path, value as Scalar);
  const offsets = (['days', 'hours', 'minutes'] as const).flatMap((unit) => {
    const amount = value[unit];
    return amount ? `${amount < 0 ? 'minus' : 'plus'} ${Math.abs(amount)} ${unit}` : [];
  });
  return [value.symbol, ...offsets].join(' ');
}

function explainComparison({ path, operator, value }: Comparison, isNegated: boolean, texts: Texts): string {
  const name = path.join('.');
  const label = texts.labelOf(name);
  if (operator === 'exists' || value === null)
    return `${label} ${texts.word((value ?? false) === isNegated ? 'empty' : 'filled')}`;
  const isEquality = operator === 'equals' || operator === 'in';
  const values = [value].flat().map((one) => explainValue(name, one, texts));
  const text = `${texts.word(isEquality ? (isNegated ? 'differs' : 'equals') : operator)} ${values.join(` ${texts.word('or')} `) || 'nothing'}`;
  return isNegated && !isEquality ? `${texts.word('not')} (${label} ${text})` : `${label} ${text}`;
}

function explain(condition: Condition, texts: Texts): string {
  const { labelOf, word } = texts;
  const part = (one: Condition) => (one.kind === 'and' ? `(${explain(one, texts)})` : explain(one, texts));
  if (condition.kind === 'not') {
    if (condition.part.kind === 'compare') return explainComparison(condition.part, true, texts);
    if (condition.part.kind === 'some' && condition.part.part.kind === 'not')
      return `${word('every')} ${labelOf(condition.part.path.join('.'))} (${explain(condition.part.part.part, texts)})`;
    return `${word('not')} ${explain(condition.part, texts).replace(/^[^(].*$/s, '($&)')}`;
  }
  if (condition.kind === 'and') return condition.parts.map(part).join(` ${word('and')} `) || 'anything';
  if (condition.kind === 'or') return `(${condition.parts.map(part).join(` ${word('or')} `) || 'nothing'})`;
  if (condition.kind === 'some')
    return `${word('some')} ${labelOf(condition.path.join('.'))} (${explain(condition.part, texts)})`;
  return explainComparison(condition, false, texts);
}

/** Explains a condition to people: "copy.branch is me and state is New or Open". */
export function explainWhere(
  where: Where | Condition,
  { labelOf = (path) => path, formatValue = (_, value) => String(value), translate }: ExplainOptions = {},
): string {
  const word = (name: Word) => translate?.(`where.${name}`) ?? conditions[name];
  return explain(isCondition(where) ? where : parseWhere(where), { labelOf, formatValue, word });
}
