import { Box, Card, Skeleton } from '@mui/material';

const rows = Array.from({ length: 8 }, (_, row) => row);

/** Placeholder while a screen's code loads: a title and a card with rows. */
export function ScreenSkeleton() {
  return (
    <Box aria-hidden sx={{ display: 'grid', gap: 2 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between' }}>
        <Skeleton width={180} height={28} />
        <Skeleton width={120} height={38} />
      </Box>
      <Card sx={{ p: 2.5, display: 'grid', gap: 2.5 }}>
        {rows.map((row) => (
          <Box key={row} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
            <Skeleton variant="circular" width={36} height={36} />
            <Skeleton width={`${52 - (row % 3) * 9}%`} height={16} />
          </Box>
        ))}
      </Card>
    </Box>
  );
}
