import { Button } from '@mui/material';
import type { CellProps } from 'portal-frame';
import { getFilteredPath, getResource } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';

/** Links from an adjustment to its lines of the ledger: those that it wrote, or those of the kind that it waived. */
export default function AdjustmentLines({ record: { id, change, visit, kind, side } }: CellProps) {
  const t = useTranslate();
  const { list } = getResource('ledgerEntries').roles.admin ?? {};
  if (!list) return null;
  const own = visit ? { visit, kind: 'adjustment' } : { where: { rule: id } };
  const filter = change === 'waive' ? { visit, kind, side } : own;
  return (
    <Button component={Link} to={getFilteredPath(list, filter)} variant="outlined" size="small">
      {t('money.showLines')}
    </Button>
  );
}
