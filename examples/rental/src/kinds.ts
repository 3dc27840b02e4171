/** Kinds of tools, in the order of filters and reports. */
export const KINDS = ['Drilling', 'Sawing', 'Lifting', 'Cleaning', 'Garden'] as const;
