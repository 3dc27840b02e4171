/** Styles of what is there for screen readers alone. */
export const visuallyHidden = {
  position: 'absolute',
  // As text: MUI reads a 1 as 100 %.
  width: '1px',
  height: '1px',
  margin: '-1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;
