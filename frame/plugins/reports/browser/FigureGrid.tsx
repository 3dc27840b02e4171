import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

interface FigureGridProps {
  figures: readonly { key: string; name: ReactNode; value: ReactNode }[];
}

/** Names above their numbers, in columns that no number widens. */
export function FigureGrid({ figures }: FigureGridProps) {
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(9rem, 1fr))' }}
    >
      {figures.map(({ key, name, value }) => (
        <div key={key}>
          <Typography variant="body2" color="textSecondary" component="dt">
            {name}
          </Typography>
          <Typography variant="h5" component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Typography>
        </div>
      ))}
    </Box>
  );
}
