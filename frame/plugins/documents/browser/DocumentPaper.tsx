import {
  Box,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableFooter,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import { Fragment } from 'react';
import type { DocumentBlock, DocumentTable, RenderedDocument } from '../renderedDocument.ts';

/** A document on the screen, in the order of its PDF. */
export function DocumentPaper({ document }: { document: RenderedDocument }) {
  const { title, sender, facts, addressees, headline, tables, notes, language } = document;
  const from = sender.name === '' && sender.lines.length === 0 ? [] : [{ label: sender.name, lines: sender.lines }];
  return (
    <Box
      component="article"
      lang={language}
      sx={{ display: 'grid', gap: 3, border: 1, borderColor: 'divider', borderRadius: 2, p: { xs: 2, sm: 4 } }}
    >
      <Box sx={{ display: 'flex', justifyContent: 'space-between', alignItems: 'start', gap: 2 }}>
        <Typography variant="h1" component="h3" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {sender.logo && <img src={sender.logo} alt={sender.name} style={{ maxWidth: 160, maxHeight: 56 }} />}
      </Box>
      <Box component="dl" sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 3, rowGap: 0.5, m: 0 }}>
        {facts.map(([label, value]) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <Typography component="dt" sx={{ fontWeight: 650 }}>
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {value}
            </Typography>
          </Box>
        ))}
      </Box>
      <Blocks blocks={[...from, ...addressees]} />
      {headline && (
        <Typography variant="h2" component="p">
          {headline}
        </Typography>
      )}
      {tables.map((table, at) => (
        <Fragment key={table.heading ?? table.columns.map(({ label }) => label).join()}>
          <PaperTable table={table} />
          {at === 0 && <Blocks blocks={notes} />}
        </Fragment>
      ))}
      {tables.length === 0 && <Blocks blocks={notes} />}
    </Box>
  );
}

function Blocks({ blocks }: { blocks: readonly DocumentBlock[] }) {
  if (blocks.length === 0) return null;
  return (
    <Box
      sx={{ display: 'grid', gap: 3, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' } }}
    >
      {blocks.map(({ label, lines }) => (
        <Box key={label} sx={{ overflowWrap: 'anywhere' }}>
          <Typography sx={{ fontWeight: 650 }}>{label}</Typography>
          {lines.map((line) => (
            <Typography key={line}>{line}</Typography>
          ))}
        </Box>
      ))}
    </Box>
  );
}

/** A table that scrolls in its own frame. */
function PaperTable({ table: { heading, columns, rows, totals } }: { table: DocumentTable }) {
  const label = heading ?? columns.map((column) => column.label).join(', ');
  return (
    <Box component="section" sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {heading && (
        <Typography variant="h3" component="h4">
          {heading}
        </Typography>
      )}
      <TableContainer tabIndex={0} role="group" aria-label={label} sx={{ maxHeight: 480 }}>
        <Table size="small" stickyHeader aria-label={label}>
          <TableHead>
            <TableRow>
              {columns.map((column) => (
                <TableCell key={column.label} align={column.atEnd ? 'right' : 'left'}>
                  {column.label}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map((cells, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two lines of a document may be equal.
              <TableRow key={row}>
                {cells.map((cell, at) => (
                  <TableCell
                    key={columns[at]?.label}
                    align={columns[at]?.atEnd ? 'right' : 'left'}
                    sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: columns[at]?.atEnd ? 'nowrap' : undefined }}
                  >
                    {cell}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
          <TableFooter>
            {totals.map(([name, value], at) => {
              const fontWeight = at === totals.length - 1 ? 650 : 400;
              return (
                <TableRow key={name}>
                  <TableCell colSpan={columns.length - 1} align="right" sx={{ fontWeight, color: 'text.primary' }}>
                    {name}
                  </TableCell>
                  <TableCell align="right" sx={{ fontWeight, color: 'text.primary', whiteSpace: 'nowrap' }}>
                    {value}
                  </TableCell>
                </TableRow>
              );
            })}
          </TableFooter>
        </Table>
      </TableContainer>
    </Box>
  );
}
