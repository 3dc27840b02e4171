import { Box, Button } from '@mui/material';
import type { CellProps } from 'portal-frame';
import { getFilteredPath, getResource } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';

/** Links from a ledger entry to the forms that waive it, or add or credit an amount, and to what was decided. */
export default function AdjustEntry({ record }: CellProps) {
  const t = useTranslate();
  const { visit, side, kind, quantity, rule } = record;
  const { form, list } = getResource('adjustments').roles.admin ?? {};
  if (!form || !list) return null;
  const own = kind === 'adjustment' ? `${list}/${rule}` : getFilteredPath(list, { visit });
  const isWaivable = Number(quantity) > 0 && kind !== 'adjustment';
  const changes = [...(isWaivable ? (['waive'] as const) : []), 'add', 'credit'] as const;
  const toForm = (change: string) => {
    const source = { visit, side, change, ...(change === 'waive' && { kind }) };
    return `${form}?source=${encodeURIComponent(JSON.stringify(source))}`;
  };
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {(visit ? changes : []).map((change) => (
        <Button key={change} component={Link} to={toForm(change)} variant="outlined" size="small">
          {t(`money.adjustments.${change}`)}
        </Button>
      ))}
      <Button component={Link} to={own} size="small">
        {t(kind === 'adjustment' ? 'money.showAdjustment' : 'money.visitAdjustments')}
      </Button>
    </Box>
  );
}
