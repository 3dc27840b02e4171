/** Cards in as many columns as there is room for: a grid of least widths in px. */
const gridOf = (gap: number, least: number) => ({
  display: 'grid',
  gap,
  gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${least}px), 1fr))`,
});

/** For the cards of a list, and for rows that stand as cards on a phone or a tablet. */
export const cardGrid = gridOf(2, 270);
export const rowCardGrid = gridOf(1.5, 300);
