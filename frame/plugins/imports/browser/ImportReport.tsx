import Download from '@mui/icons-material/FileDownloadOutlined';
import {
  Box,
  Button,
  type SxProps,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  type Theme,
  Typography,
} from '@mui/material';
import { hasFeature, useFieldLabel, useView, Value } from 'portal-frame/browser';
import { formatCsv } from 'portal-frame/browser/plugins';
import type { RowError } from 'portal-frame/wire';
import { downloadCSV, useTranslate } from 'ra-core';
import { type ReactNode, useId } from 'react';
import { getImportEntries } from '../importColumns.ts';
import type { ImportReport } from '../wire/importCalls.ts';

/** Errors listed on the screen; the downloaded file has all that the host reported. */
const MAX_LISTED_ERRORS = 100;

export function RowErrors({ report }: { report: ImportReport }) {
  const t = useTranslate();
  const id = useId();
  const { resource } = useView();
  const label = useFieldLabel(resource);
  const { rowErrors, errorCount } = report;
  const toCells = ({ row, field, message }: RowError) => [
    row === 1 ? t('imports.headings') : String(row),
    field ? label(field) : '',
    message,
  ];
  const head = [t('imports.row'), t('imports.column'), t('imports.problem')];
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
        <Typography variant="h3" id={id}>
          {t('imports.rowErrors')}
        </Typography>
        <Button
          size="small"
          variant="outlined"
          startIcon={<Download />}
          onClick={() =>
            downloadCSV(formatCsv([head, ...rowErrors.map(toCells)]), `${resource.name}-${t('imports.rowErrors')}`)
          }
        >
          {t('imports.download')}
        </Button>
      </Box>
      <ScrollTable
        labelId={id}
        head={head}
        rows={rowErrors.slice(0, MAX_LISTED_ERRORS).map((rowError) => ({
          key: `${rowError.row} ${rowError.field} ${rowError.message}`,
          cells: toCells(rowError),
        }))}
        cellStyle={(index) => ({ verticalAlign: 'top', whiteSpace: index < 2 ? 'nowrap' : undefined })}
      />
      {errorCount > MAX_LISTED_ERRORS && (
        <Typography variant="body2" color="textSecondary">
          {t('imports.more', { shown: Math.min(MAX_LISTED_ERRORS, rowErrors.length), count: errorCount })}
        </Typography>
      )}
    </Box>
  );
}

/** Shows the first records as they will be written, without empty columns. */
export function ImportPreview({ report }: { report: ImportReport }) {
  const t = useTranslate();
  const id = useId();
  const { resource, role } = useView();
  const label = useFieldLabel(resource);
  const { preview } = report;
  const columns = getImportEntries(resource, role, hasFeature).filter(({ field }) =>
    preview.some((record) => (record[field] ?? '') !== ''),
  );
  return (
    <Box component="section" aria-labelledby={id} sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Typography variant="h3" id={id}>
        {t('imports.preview')}
      </Typography>
      <ScrollTable
        labelId={id}
        head={columns.map((entry) => label(entry.field, entry.label))}
        rows={preview.map((record) => ({
          key: record.id,
          cells: columns.map(({ field: name }) => {
            const field = resource.fields[name];
            return field && <Value key={name} field={field} source={name} record={record} compact inline />;
          }),
        }))}
        cellStyle={() => ({ whiteSpace: 'nowrap', maxWidth: 240, overflow: 'hidden', textOverflow: 'ellipsis' })}
      />
    </Box>
  );
}

interface ScrollTableProps {
  labelId: string;
  head: readonly string[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  cellStyle: (index: number) => SxProps<Theme>;
}

/** A table that scrolls in its own frame, by keyboard too. */
function ScrollTable({ labelId, head, rows, cellStyle }: ScrollTableProps) {
  return (
    <TableContainer
      sx={{ border: 1, borderColor: 'divider', borderRadius: 2, maxHeight: 300 }}
      tabIndex={0}
      role="group"
      aria-labelledby={labelId}
    >
      <Table size="small" stickyHeader aria-labelledby={labelId}>
        <TableHead>
          <TableRow>
            {head.map((text) => (
              <TableCell key={text} sx={{ whiteSpace: 'nowrap' }}>
                {text}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ key, cells }) => (
            <TableRow key={key}>
              {cells.map((cell, index) => (
                <TableCell key={head[index]} sx={cellStyle(index)}>
                  {cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
