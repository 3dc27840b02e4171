import { Box, Table, TableBody, TableCell, TableFooter, TableHead, TableRow } from '@mui/material';
import { getGrouping } from 'portal-frame/plugin';
import { useTranslate } from 'ra-core';
import type { ReportProps, ReportReply } from './useReport.ts';
import { useReportTexts } from './useReportTexts.ts';

/** In px. */
export const TABLE_HEIGHT = 360;

const tableStyles = {
  '& th, & td': { px: { xs: 0.75, sm: 1.75 } },
  '& thead th': { bgcolor: 'background.paper' },
};

/** Visible while the groups scroll. */
const totalStyles = {
  '& > .MuiTableCell-root': {
    ...{ position: 'sticky', bottom: 0, zIndex: 2, bgcolor: 'background.paper', borderTop: 1, borderColor: 'divider' },
    ...{ fontWeight: 'fontWeightMedium', color: 'text.primary', fontSize: 'body2.fontSize' },
  },
};

/** The names of the groups, visible while many columns scroll. */
const nameStyles = {
  '& [scope="row"], & thead th:first-of-type': { position: 'sticky', insetInlineStart: 0 },
  '& [scope="row"]': { zIndex: 1, bgcolor: 'background.paper' },
  '& tfoot [scope="row"], & thead th:first-of-type': { zIndex: 3 },
};

/** Lists the columns: of each measure those of `splitBy`, if any, and that of all records. */
function listColumns(
  { measures, measureName, columnName }: ReturnType<typeof useReportTexts>,
  { columns = [], total }: ReportReply,
) {
  type Group = ReportReply['groups'][number];
  return measures.flatMap((measure) => [
    ...columns.map((column, at) => ({
      ...{ key: `${at} ${measure.name}`, heading: columnName(column), measure, total: column.values },
      getValues: (group: Group) => group.columns?.[at],
    })),
    { key: measure.name, heading: measureName(measure), measure, total, getValues: (group: Group) => group.values },
  ]);
}

/** A table of groups and measures with a total row. */
export function ReportTable({ resource, report, data }: ReportProps & { data: ReportReply }) {
  const grouping = getGrouping(report);
  const texts = useReportTexts(resource, report);
  const { grouped, numberText, groupName } = texts;
  const columns = listColumns(texts, data);
  // Short names that leave room for the columns on phones.
  const isMonths = data.columns && grouping?.by === 'month';
  // The latest period first. Records without a date come last.
  const groups = grouping?.by
    ? data.groups.toSorted((a, b) => String(b.value ?? '').localeCompare(String(a.value ?? '')))
    : data.groups;
  return (
    // Scrollable areas must be focusable for keyboards.
    <Box sx={{ overflow: 'auto', maxHeight: TABLE_HEIGHT }} tabIndex={0} role="group" aria-label={grouped}>
      <Table size="small" stickyHeader sx={{ ...tableStyles, ...((data.columns ?? report.beside) && nameStyles) }}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ verticalAlign: 'bottom' }}>{grouped}</TableCell>
            {columns.map(({ key, heading }) => (
              <TableCell key={key} align="right" sx={{ verticalAlign: 'bottom', whiteSpace: 'normal' }}>
                {heading}
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
                sx={{
                  minWidth: '6em',
                  whiteSpace: { xs: isMonths ? 'nowrap' : 'normal', sm: grouping?.by ? 'nowrap' : 'normal' },
                }}
              >
                {groupName(group)}
              </TableCell>
              {columns.map(({ key, measure, getValues }) => (
                <TableCell key={key} align="right">
                  {numberText(measure, getValues(group)?.[measure.name])}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
        <TotalRow columns={columns} numberText={numberText} />
      </Table>
    </Box>
  );
}

type TotalRowProps = Pick<ReturnType<typeof useReportTexts>, 'numberText'> & {
  columns: ReturnType<typeof listColumns>;
};

function TotalRow({ columns, numberText }: TotalRowProps) {
  const t = useTranslate();
  return (
    <TableFooter>
      <TableRow sx={totalStyles}>
        <TableCell component="th" scope="row">
          {t('reports.total')}
        </TableCell>
        {columns.map(({ key, measure, total }) => (
          <TableCell key={key} align="right">
            {numberText(measure, total[measure.name])}
          </TableCell>
        ))}
      </TableRow>
    </TableFooter>
  );
}
