import Shipping from '@mui/icons-material/LocalShippingOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router';
import { resources } from '../../../../frame/config/registry.ts';
import { hasFeature } from '../../../../frame/session/session.ts';

const GIVEN_FILTER = new URLSearchParams({ filter: JSON.stringify({ state: 'given' }) });

/** Link from the laboratory's dashboard to tubes on their way. */
export function Arrivals() {
  const t = useTranslate();
  if (!hasFeature('custody')) return null;
  return (
    <Button
      variant="contained"
      startIcon={<Shipping />}
      component={Link}
      to={`${resources.find(({ name }) => name === 'handOvers')?.roles.laboratory?.list}?${GIVEN_FILTER}`}
    >
      {t('custody.arrivals')}
    </Button>
  );
}
