import Shipping from '@mui/icons-material/LocalShippingOutlined';
import { Button } from '@mui/material';
import { findResource, getFilteredPath, hasFeature } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';

/** Link from the laboratory's dashboard to tubes on their way. */
export function Arrivals() {
  const t = useTranslate();
  const list = findResource('handOvers')?.roles.laboratory?.list;
  if (!hasFeature('custody')) return null;
  return (
    <Button
      variant="contained"
      startIcon={<Shipping />}
      component={Link}
      to={getFilteredPath(list ?? '', { state: 'given' })}
    >
      {t('custody.arrivals')}
    </Button>
  );
}
