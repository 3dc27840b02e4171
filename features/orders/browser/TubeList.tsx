import { formatDayAndTime, getNumberFormat, useIntl } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { OrderTube } from '../../../src/wire/orderApi.ts';
import './tubes.css';

interface TubeListProps {
  tubes: readonly OrderTube[];
  /** Content beside the tube at this index. */
  renderBeside?: (index: number) => ReactNode;
}

/** Tubes in the order of draw, with volume and deadline. */
export function TubeList({ tubes, renderBeside }: TubeListProps) {
  const t = useTranslate();
  if (tubes.length === 0) return <p className="order-line quiet">{t('orders.noTubes')}</p>;
  return (
    <ol className="tubes" aria-label={t('orders.tubes')}>
      {tubes.map((tube, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: tubes have no name, and their order is theirs.
        <TubeLine key={index} tube={tube} beside={renderBeside?.(index)} />
      ))}
    </ol>
  );
}

function TubeLine({ tube, beside }: { tube: OrderTube; beside: ReactNode }) {
  const t = useTranslate();
  const intl = useIntl();
  const { deadline, hours, temperature, source, statedOn, unknown } = tube;
  const moment = deadline ? formatDayAndTime(deadline, intl) : null;
  const number = (value: number) => getNumberFormat(intl.locale).format(value);
  const stated = statedOn ? formatDayAndTime(`${statedOn}T12:00:00Z`, intl).day : '';
  return (
    <li>
      <span className={`cap cap-${tube.cap}`} role="img" aria-label={t(`orders.caps.${tube.cap}`)} />
      <div>
        <div className="tube-line">
          <div className="tube-head">
            <strong>{tube.kind}</strong>
            <span>{t('orders.fill', { volume: number(tube.fill) })}</span>
          </div>
          {beside}
        </div>
        <div>{t('orders.shares', { tests: tube.tests.join(', ') })}</div>
        {moment && hours !== null && (
          <div title={t('orders.stated', { source, date: stated })}>
            {t('orders.deadline', { when: `${moment.day}, ${moment.time}` })}{' '}
            <span className="quiet">
              ({t('orders.keeps', { hours: number(hours), temperature: t(`orders.temperatures.${temperature}`) })})
            </span>
          </div>
        )}
        {unknown.length > 0 && <div className="tube-unknown">{t('orders.unknown', { tests: unknown.join(', ') })}</div>}
      </div>
    </li>
  );
}
