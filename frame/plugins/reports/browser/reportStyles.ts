/** Arranges reports side by side on wide screens. */
export const getReportGridStyle = (count: number) => ({
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: `repeat(${Math.min(2, count)}, minmax(0, 1fr))` },
});

export const reportCardStyle = { p: { xs: 2, sm: 2.5 }, display: 'grid', gap: 1.5 } as const;

export const reportHeadStyle = {
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 1,
  minHeight: 32,
} as const;
