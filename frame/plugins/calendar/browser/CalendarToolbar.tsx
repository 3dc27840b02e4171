import ChevronLeft from '@mui/icons-material/ChevronLeft';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { Box, Button, IconButton, ToggleButton, ToggleButtonGroup, Typography } from '@mui/material';
import { lazyComponent, useIntl, useView } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { type CalendarSpan, formatSpanTitle, moveDay } from './calendarDays.ts';

interface CalendarToolbarProps {
  span: CalendarSpan;
  spans: readonly CalendarSpan[];
  day: string;
  days: readonly string[];
  /** In the business time zone. */
  today: string;
  /** Entries of the shown days, and those of a day that wait for a lane; undefined while unknown. */
  total: number | undefined;
  free: number | undefined;
  onChooseAll: () => void;
  onSpan: (span: CalendarSpan) => void;
  onDay: (day: string) => void;
}

const edgedStyle = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  bgcolor: 'background.paper',
  width: 40,
  height: 40,
};

/** Moves the calendar by a day, week or month, to today, or between these. */
export function CalendarToolbar(props: CalendarToolbarProps) {
  const { span, spans, day, days, today, total, free = 0, onChooseAll, onSpan, onDay } = props;
  const t = useTranslate();
  const intl = useIntl();
  const { dayTool } = useView().resource.list.calendar ?? {};
  const DayTool = dayTool && lazyComponent(dayTool);
  const name = { day: 'Day', week: 'Week', month: 'Month' }[span];
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      <IconButton
        aria-label={t(`calendar.previous${name}`)}
        onClick={() => onDay(moveDay(day, span, -1))}
        sx={edgedStyle}
      >
        <ChevronLeft />
      </IconButton>
      <IconButton aria-label={t(`calendar.next${name}`)} onClick={() => onDay(moveDay(day, span, 1))} sx={edgedStyle}>
        <ChevronRight />
      </IconButton>
      <Button variant="outlined" onClick={() => onDay(today)} disabled={days.includes(today) && span === 'day'}>
        {t('calendar.today')}
      </Button>
      <Typography
        variant="h2"
        component="h2"
        aria-live="polite"
        sx={{ flex: { xs: '1 0 100%', sm: '1 1 auto' }, order: { xs: -1, sm: 0 }, fontSize: '1rem' }}
      >
        {formatSpanTitle(days, intl)}
        {total !== undefined && total > 0 && (
          <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
            {free > 0 ? t('calendar.totalFree', { count: total, free }) : t('calendar.total', { count: total })}
          </Typography>
        )}
      </Typography>
      {free > 1 && (
        <Button variant="outlined" onClick={onChooseAll}>
          {t('calendar.chooseAll', { count: free })}
        </Button>
      )}
      {DayTool && span === 'day' && <DayTool day={day} />}
      <ToggleButtonGroup
        exclusive
        value={span}
        onChange={(_, next: CalendarSpan | null) => next && onSpan(next)}
        aria-label={t('calendar.span')}
        sx={{ height: 40, ml: { xs: 'auto', sm: 0 } }}
      >
        {spans.map((one) => (
          <ToggleButton key={one} value={one} sx={{ px: 2, textTransform: 'none' }}>
            {t(`calendar.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </Box>
  );
}
