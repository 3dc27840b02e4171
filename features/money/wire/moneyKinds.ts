export const CHARGE_KINDS = [
  ...(['visit', 'test', 'tube', 'priority', 'mile', 'waiting'] as const),
  ...(['couldNotDraw', 'noShow', 'cancelledLate'] as const),
] as const;
export const PAY_KINDS = [
  ...(['visit', 'hour', 'bonus', 'priority', 'mile'] as const),
  ...(['couldNotDraw', 'noShow', 'cancelledLate'] as const),
] as const;
/** Kinds of prices and rates. */
export const RULE_KINDS = [...CHARGE_KINDS, 'hour', 'bonus'] as const;
export const LEDGER_KINDS = [...RULE_KINDS, 'adjustment'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];
/** Kinds with a limit: free minutes of waiting, hours before the visit of a late cancellation. */
export const LIMITED_KINDS = ['waiting', 'cancelledLate'] as const;
/** Ends of a visit that are charged or paid. */
export const OUTCOMES = ['completed', 'couldNotDraw', 'noShow', 'cancelledLate', 'adjusted'] as const;
export type Outcome = (typeof OUTCOMES)[number];
/** Reported quantities and failed trips that may be held, and why (features/heldClaims). */
export const HELD_KINDS = ['minutes', 'miles', 'tubes', 'outcome'] as const;
export type HeldKind = (typeof HELD_KINDS)[number];
export const HOLD_REASONS = ['otherDay', 'tooEarly', 'tooLong', 'elsewhere', 'repeated', 'tooFar', 'tooMany'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];
export const SIDES = ['charge', 'earning'] as const;
export type Side = (typeof SIDES)[number];

/** Labels of the values of a choice, by the key of their texts. */
export const labelValues = <C extends string>(values: readonly C[], key: string) =>
  Object.fromEntries(values.map((one) => [one, { label: `money.${key}.${one}` }])) as { [K in C]: { label: string } };
