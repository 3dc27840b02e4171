export const TIME_OFF_STATES = ['requested', 'approved', 'refused'] as const;
