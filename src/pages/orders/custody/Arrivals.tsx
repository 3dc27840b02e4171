import Shipping from '@mui/icons-material/LocalShippingOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { getFilteredPath } from '../../../../frame/config/listPaths.ts';
import { getResource } from '../../../../frame/config/registry.ts';
import { hasFeature } from '../../../../frame/session/session.ts';

/** Link from the laboratory's dashboard to tubes on their way. */
export function Arrivals() {
  const t = useTranslate();
  if (!hasFeature('custody')) return null;
  return (
    <Button
      variant="contained"
      startIcon={<Shipping />}
      component={Link}
      to={getFilteredPath(getResource('handOvers').roles.laboratory?.list ?? '', { state: 'given' })}
    >
      {t('custody.arrivals')}
    </Button>
  );
}
