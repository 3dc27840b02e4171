import { Card } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { Appointment } from '../../../src/wire/appointments/appointmentRecord.ts';
import type { OrderTube } from '../../../src/wire/orderApi.ts';
import './tubes.css';

export function countTubes(visits: readonly Pick<Appointment, 'order'>[]): { tube: OrderTube; count: number }[] {
  const tubes = visits.flatMap(({ order }) => order?.tubes ?? []);
  const kinds = [...Map.groupBy(tubes, ({ kind }) => kind).values()];
  return kinds
    .flatMap((all) => (all[0] ? [{ tube: all[0], count: all.length }] : []))
    .toSorted((a, b) => a.tube.drawOrder - b.tube.drawOrder || a.tube.kind.localeCompare(b.tube.kind));
}

/** Tubes to take along, collapsed. */
export function Kit({ visits }: { visits: readonly Appointment[] }) {
  const t = useTranslate();
  const kit = countTubes(visits);
  if (kit.length === 0) return null;
  return (
    <Card component="details" className="kit-fold">
      <summary>
        {t('orders.kit')}
        <span>{t('orders.tubesInAll', { smart_count: kit.reduce((sum, { count }) => sum + count, 0) })}</span>
      </summary>
      <ul className="kit">
        {kit.map(({ tube: { kind, cap }, count }) => (
          <li key={kind}>
            <span className={`cap cap-${cap}`} role="img" aria-label={t(`orders.caps.${cap}`)} />
            {t('orders.kitOf', { count, kind })}
          </li>
        ))}
      </ul>
    </Card>
  );
}
