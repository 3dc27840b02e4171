import Shipping from '@mui/icons-material/LocalShippingOutlined';
import { Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { getFilteredPath } from '../../../../frame/config/listPaths.ts';
import { resources } from '../../../../frame/config/registry.ts';
import { hasFeature } from '../../../../frame/session/session.ts';

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
