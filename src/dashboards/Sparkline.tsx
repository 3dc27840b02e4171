import { Box } from '@mui/material';

const WIDTH = 88;
const HEIGHT = 28;
const EDGE = 4;

/** Shows the trend of a series. Renders nothing for fewer than two counts. */
export function Sparkline({ counts }: { counts: readonly number[] }) {
  if (counts.length < 2) return null;
  const least = Math.min(...counts);
  const span = Math.max(...counts) - least;
  const points = counts.map((count, index) => ({
    x: EDGE + (index * (WIDTH - 2 * EDGE)) / (counts.length - 1),
    y: span === 0 ? HEIGHT / 2 : HEIGHT - EDGE - ((count - least) * (HEIGHT - 2 * EDGE)) / span,
  }));
  const last = points.at(-1);
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      sx={{ width: { xs: 64, sm: WIDTH }, height: HEIGHT, flex: 'none', color: 'primary.main' }}
    >
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {last && <circle cx={last.x} cy={last.y} r={3} fill="currentColor" />}
    </Box>
  );
}
