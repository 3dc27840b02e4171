import { Box, Table, TableBody, TableCell, TableFooter, TableHead, TableRow } from '@mui/material';
import { useTranslate } from 'ra-core';
import { getGrouping } from '../../config/reports.ts';
import type { ReportReply } from '../../dataProvider/collectionsProvider.ts';
import type { ReportProps } from './ReportCard.tsx';
import { useReportTexts } from './useReportTexts.ts';

/** In px. */
const MAX_TABLE_HEIGHT = 420;

/** Visible while the groups scroll. */
const totalStyles = {
  '& > .MuiTableCell-root': {
    ...{ position: 'sticky', bottom: 0, bgcolor: 'background.paper', borderTop: 1, borderColor: 'divider' },
    ...{ fontWeight: 'fontWeightMedium', color: 'text.primary', fontSize: 'body2.fontSize' },
  },
};

/** A table of groups and measures with a total row. */
export function ReportTable({ resource, report, data }: ReportProps & { data: ReportReply }) {
  const t = useTranslate();
  const grouping = getGrouping(report);
  const { measures, grouped, measureName, numberText, groupName } = useReportTexts(resource, report);
  // The latest period first. Records without a date come last.
  const groups = grouping?.by
    ? data.groups.toSorted((a, b) => String(b.value ?? '').localeCompare(String(a.value ?? '')))
    : data.groups;
  return (
    // Scrollable areas must be focusable for keyboards.
    <Box sx={{ overflow: 'auto', maxHeight: MAX_TABLE_HEIGHT }} tabIndex={0} role="group" aria-label={grouped}>
      <Table size="small" stickyHeader sx={{ '& th, & td': { px: { xs: 0.75, sm: 1.75 } } }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ verticalAlign: 'bottom' }}>{grouped}</TableCell>
            {measures.map((measure) => (
              <TableCell key={measure.name} align="right" sx={{ verticalAlign: 'bottom', whiteSpace: 'normal' }}>
                {measureName(measure)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {groups.map((group) => (
            <TableRow key={String(group.value)}>
              <TableCell
                component="th"
                scope="row"
                sx={{ minWidth: '6em', whiteSpace: { sm: grouping?.by ? 'nowrap' : 'normal' } }}
              >
                {groupName(group)}
              </TableCell>
              {measures.map((measure) => (
                <TableCell key={measure.name} align="right">
                  {numberText(measure, group.values[measure.name])}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
        <TableFooter>
          <TableRow sx={totalStyles}>
            <TableCell component="th" scope="row">
              {t('reports.total')}
            </TableCell>
            {measures.map((measure) => (
              <TableCell key={measure.name} align="right">
                {numberText(measure, data.total[measure.name])}
              </TableCell>
            ))}
          </TableRow>
        </TableFooter>
      </Table>
    </Box>
  );
}
