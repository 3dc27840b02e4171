import Shipping from '@mui/icons-material/LocalShippingOutlined';
import { Button } from '@mui/material';
import { hasFeature } from 'portal-frame/browser';
import { getFilteredPath } from 'portal-frame/internal';
import { resources } from 'portal-frame/internal/browser';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';

/** Link from the laboratory's dashboard to tubes on their way. */
export function Arrivals() {
  const t = useTranslate();
  const list = resources.find(({ name }) => name === 'handOvers')?.roles.laboratory?.list;
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
