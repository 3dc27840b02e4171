/** Lines of a list in a card of the settings. */
export const dividedListStyles = {
  ...{ listStyle: 'none', m: 0, p: 0 },
  ...{ '& > li': { py: 1.5 }, '& > li + li': { borderTop: 1, borderColor: 'divider' } },
} as const;
