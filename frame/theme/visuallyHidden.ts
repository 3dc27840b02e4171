/** Styles for content that only screen readers read. */
export const visuallyHidden = {
  position: 'absolute',
  // As text, because MUI reads the number 1 as 100 %.
  width: '1px',
  height: '1px',
  margin: '-1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;
