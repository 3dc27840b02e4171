import { useGetOne } from 'ra-core';
import { lazyComponent } from '../../parts/lazyComponent.tsx';
import type { AnyRecord } from '../../wire/binding.ts';
import { useHasPainted } from '../shared/afterPaint.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { DetailPanel } from './DetailPanel.tsx';
import { PrevNextButtons } from './PrevNextButtons.tsx';
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
