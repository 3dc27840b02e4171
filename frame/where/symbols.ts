/** Values that symbols stand for. */
export interface SymbolContext {
  /** Account id of the caller. */
  me: string;
  /** Business day, YYYY-MM-DD. */
  today: string;
  /** Current time, ISO 8601. */
  now: string;
}

/** Distance from `today` or `now`. */
export interface Offset {
  days?: number;
  hours?: number;
  minutes?: number;
}

/** Value known only at run time. Functions of it serve as `default` and in `values` as well. */
export type WhereSymbol = { readonly symbol: keyof SymbolContext } & Readonly<Offset>;
type CallableSymbol<S extends keyof SymbolContext = keyof SymbolContext> = WhereSymbol & { readonly symbol: S } & ((
    context: SymbolContext,
  ) => string);
type TimeSymbol<S extends 'today' | 'now'> = CallableSymbol<S> & { plus(offset: Offset): TimeSymbol<S> };

export const isSymbol = (value: unknown): value is WhereSymbol =>
  value !== null &&
  ['object', 'function'].includes(typeof value) &&
  ['me', 'today', 'now'].includes(String((value as { symbol?: unknown }).symbol));

/** True for the symbol `me`. */
export const isMe = (value: unknown): boolean => isSymbol(value) && value.symbol === 'me';

const MINUTE_MS = 60_000;

/** Returns the value of a symbol: an account id, a day or a moment. A day of an offset has 24 hours. */
export function resolveSymbol(
  { symbol, days = 0, hours = 0, minutes = 0 }: WhereSymbol,
  context: SymbolContext,
): string {
  const value = context[symbol];
  const distance = ((days * 24 + hours) * 60 + minutes) * MINUTE_MS;
  if (symbol === 'me' || distance === 0) return value;
  const moved = new Date(Date.parse(value) + distance).toISOString();
  return symbol === 'today' ? moved.slice(0, 10) : moved;
}

const createSymbol = <S extends keyof SymbolContext>(symbol: S, offset: Offset = {}) => {
  const data = { symbol, ...offset };
  return Object.assign((context: SymbolContext) => resolveSymbol(data, context), { ...data, toJSON: () => data });
};
const createTimeSymbol = <S extends 'today' | 'now'>(symbol: S, offset?: Offset): TimeSymbol<S> =>
  Object.assign(createSymbol(symbol, offset), { plus: (further: Offset) => createTimeSymbol(symbol, further) });

/** Account id of the caller. */
export const me: CallableSymbol<'me'> = createSymbol('me');
/**
 * Business day.
 * @example { dueOn: { lt: today.plus({ days: -14 }) } }
 */
export const today: TimeSymbol<'today'> = createTimeSymbol('today');
/** Current time. */
export const now: TimeSymbol<'now'> = createTimeSymbol('now');
