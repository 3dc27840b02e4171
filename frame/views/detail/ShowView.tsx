import { useEvent, useGetOne, useListContext, useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { getRecordPath } from '../../config/listPaths.ts';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import { GlyphIcon } from '../../theme/chipTones.tsx';
import type { AnyRecord } from '../../wire/binding.ts';
import { useHasPainted } from '../shared/afterPaint.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { DetailPanel } from './DetailPanel.tsx';
import { RecordFrame, type RecordFrameProps } from './RecordFrame.tsx';

interface ShowViewProps {
  id: string;
  onClose: () => void;
}

/** Shows a record in a drawer. Loaded values show at once while the rest is fetched. */
export default function ShowView({ id, onClose }: ShowViewProps) {
  const { resource } = useView();
  const settled = useHasPainted();
  const { data, error, refetch } = useGetOne<AnyRecord>(resource.name, { id }, { enabled: settled });
  return (
    <RecordDrawer record={data} error={error} onRetry={refetch} onClose={onClose} tools={<PrevNextButtons id={id} />} />
  );
}

/** The drawer of a record that is loaded or loading. Another record resets its details: typed values and fetched parts. */
export function RecordDrawer(props: Omit<RecordFrameProps, 'children'>) {
  const { record } = props;
  const view = useView();
  const { component } = view.resource.show ?? {};
  const CustomView = component && lazyComponent(component);
  return (
    <RecordFrame {...props}>
      {record &&
        (CustomView ? (
          <CustomView key={record.id} {...view} record={record} />
        ) : (
          <DetailPanel key={record.id} record={record} />
        ))}
    </RecordFrame>
  );
}

const STEP_BY_KEY: Record<string, -1 | 1> = { k: -1, j: 1 };

/** Opens the previous or next record of the list, by buttons and by keys. */
function PrevNextButtons({ id }: { id: string }) {
  const t = useTranslate();
  const { resource, role } = useView();
  const { data = [] } = useListContext<AnyRecord>();
  const navigate = useNavigate();
  const { search, state } = useLocation();
  const place = data.findIndex((record) => record.id === id);
  const list = resource.roles[role]?.list;
  const go = useEvent((step: -1 | 1) => {
    const next = place < 0 ? undefined : data[place + step];
    // Replaces the entry, so that Back returns to the list.
    if (next) navigate(`${getRecordPath(list ?? '', next.id)}${search}`, { replace: true, state });
  });
  useEffect(() => {
    const press = ({ key, target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent) => {
      const step = STEP_BY_KEY[key.toLowerCase()];
      const typing =
        target instanceof Element && target.closest('input, textarea, select, [role=dialog].MuiPaper-root');
      if (step && !typing && !ctrlKey && !metaKey && !altKey && !defaultPrevented) go(step);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [go]);
  if (place < 0 || data.length < 2) return null;
  return (
    <div className="sheet-neighbours">
      <button type="button" aria-label={t('list.previousRecord')} disabled={place === 0} onClick={() => go(-1)}>
        <GlyphIcon name="up" />
      </button>
      <button
        type="button"
        aria-label={t('list.nextRecord')}
        disabled={place === data.length - 1}
        onClick={() => go(1)}
      >
        <GlyphIcon name="down" />
      </button>
    </div>
  );
}
