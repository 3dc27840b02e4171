import { useMediaQuery, useTheme } from '@mui/material';
import { useDrawingArea, useYScale } from '@mui/x-charts/hooks';
import { LineChart, lineClasses } from '@mui/x-charts/LineChart';
import type { MarkShape } from '@mui/x-charts/models';
import { useIntl } from 'portal-frame/browser';
import type { Tokens } from 'portal-frame/tokens';
import type { CSSProperties } from 'react';
import type { TrendLine } from './trendData.ts';

interface LineStyle {
  color: string | undefined;
  shape: MarkShape;
  width: number;
  /** SVG dash pattern. */
  dash: string;
}

/** Lines differ by mark and dash as well as colour. */
const OTHER_STYLES: readonly Pick<LineStyle, 'shape' | 'dash'>[] = [
  { shape: 'square', dash: '8 4' },
  { shape: 'triangle', dash: '2 4' },
  { shape: 'diamond', dash: '10 4 2 4' },
];

function getLineStyle(index: number, { own, others }: Tokens['lines']): LineStyle {
  const other = OTHER_STYLES[(index - 1) % OTHER_STYLES.length];
  if (index === 0 || !other) return { color: own, shape: 'circle', width: 3, dash: 'none' };
  return { color: others[(index - 1) % others.length], width: 2, ...other };
}

const getStrokes = (lines: readonly (TrendLine & LineStyle)[]): Record<string, CSSProperties> =>
  Object.fromEntries(
    lines.map(({ id, width, dash }) => [
      `& .${lineClasses.line}[data-series="${id}"]`,
      { strokeWidth: width, strokeDasharray: dash },
    ]),
  );

const LINE_SERIES = { curve: 'linear', showMark: true, labelMarkType: 'line+mark' } as const;
const PLAIN_AXIS = { disableLine: true, disableTicks: true };

/** Pixels per letter and gaps; maximum letters. */
const END_LABEL = { letter: 7.7, before: 14, gap: 17, letters: 20, lettersWide: 32 };

interface TrendChartProps {
  /** Oldest first. */
  weeks: string[];
  lines: TrendLine[];
  height: number;
}

/** Weekly counts as lines. Without space for labels at the line ends, a legend names them (spec 2). */
export default function TrendChart({ weeks, lines, height }: TrendChartProps) {
  const { palette, breakpoints } = useTheme();
  const { locale } = useIntl();
  const wide = useMediaQuery(breakpoints.up('md'));
  const letters = useMediaQuery(breakpoints.up('lg')) ? END_LABEL.lettersWide : END_LABEL.letters;
  const longest = Math.min(letters, Math.max(...lines.map(({ name }) => name.length)));
  const drawn = lines.map((line, index) => ({ ...line, ...getLineStyle(index, palette.lines) }));
  const highest = Math.max(...lines.flatMap(({ counts }) => counts.map((count) => count ?? 0)));
  return (
    <LineChart
      height={height}
      skipAnimation
      hideLegend={wide}
      grid={{ horizontal: true }}
      margin={{
        top: 16,
        right: wide ? END_LABEL.before + Math.ceil(longest * END_LABEL.letter) : 28,
        bottom: 4,
        left: wide ? 20 : 0,
      }}
      // Indexes, because a host may repeat a week's name.
      xAxis={[
        {
          ...PLAIN_AXIS,
          scaleType: 'point',
          height: 32,
          data: weeks.map((_, index) => index),
          // Phones show 'Mar 2' for 'Mar 2 - Mar 8'. The tooltip shows both.
          valueFormatter: (index: number, { location }) =>
            (location === 'tick' && !wide ? weeks[index]?.split(' - ')[0] : weeks[index]) ?? '',
        },
      ]}
      yAxis={[
        {
          ...PLAIN_AXIS,
          min: 0,
          tickMinStep: 1,
          width: 36,
          // A smaller maximum would create half steps.
          max: highest < 4 ? 4 : undefined,
          valueFormatter: (count: number) => count.toLocaleString(locale),
        },
      ]}
      series={drawn.map(({ id, name, counts, color, shape }) => ({
        ...LINE_SERIES,
        ...{ id, label: name, data: counts, color, shape },
      }))}
      slotProps={{
        legend: { direction: 'horizontal', position: { vertical: 'bottom', horizontal: 'start' }, sx: legendStyles },
      }}
      sx={getStrokes(drawn)}
    >
      {wide && <EndLabels lines={drawn} letters={letters} />}
    </LineChart>
  );
}

const legendStyles = {
  '& .MuiChartsLegend-label': {
    maxWidth: 'min(60vw, 260px)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
};

/** Names at the last points, moved apart if they overlap. */
function EndLabels({ lines, letters }: { lines: (TrendLine & LineStyle)[]; letters: number }) {
  const { left, top, width, height } = useDrawingArea();
  const { typography } = useTheme();
  const scale = useYScale<'linear'>();
  const ended = lines.flatMap((line) => {
    const last = line.counts.findLast((count) => count !== null);
    return last === undefined || last === null ? [] : [{ ...line, height: scale(last) }];
  });
  const heights = spreadLabels(
    ended.map((line) => line.height),
    END_LABEL.gap,
    top + height,
  );
  return (
    <g aria-hidden style={{ ...typography.caption, fontWeight: typography.fontWeightMedium }}>
      {ended.map(({ id, name, color }, index) => (
        <text key={id} x={left + width + END_LABEL.before} y={heights[index]} fill={color} dominantBaseline="middle">
          {name.length > letters ? `${name.slice(0, letters - 1)}…` : name}
        </text>
      ))}
    </g>
  );
}

/** Moves `heights` (px from the top) at least `gap` apart and above `bottom`. Keeps their order. */
export function spreadLabels(heights: readonly number[], gap: number, bottom: number): number[] {
  const order = heights.map((_, index) => index).sort((a, b) => (heights[a] ?? 0) - (heights[b] ?? 0));
  const placed = [...heights];
  let least = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    placed[index] = Math.max(heights[index] ?? 0, least);
    least = (placed[index] ?? 0) + gap;
  }
  let most = bottom;
  for (const index of order.reverse()) {
    placed[index] = Math.min(placed[index] ?? 0, most);
    most = (placed[index] ?? 0) - gap;
  }
  return placed;
}
