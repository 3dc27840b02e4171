const createGridStyle = (gap: number, least: number) => ({
  display: 'grid',
  gap,
  gridTemplateColumns: `repeat(auto-fill, minmax(min(100%, ${least}px), 1fr))`,
});

/** For cards, and for rows shown as cards on phones and tablets. */
export const cardGrid = createGridStyle(2, 270);
export const rowCardGrid = createGridStyle(1.5, 300);
