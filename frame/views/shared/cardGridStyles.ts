/** Cards in as many columns as there is room for: a grid of least widths in px. */
const createGridStyle = (gap: number, least: number) => ({
  display: 'grid',
  gap,
  gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${least}px), 1fr))`,
});

/** For the cards of a list, and for rows that stand as cards on a phone or a tablet. */
export const cardGrid = createGridStyle(2, 270);
export const rowCardGrid = createGridStyle(1.5, 300);
