import { Box, Typography } from '@mui/material';
import { useEvent, useGetOne, useRefresh, useTranslate, useUpdate } from 'ra-core';
import { useEffect, useState } from 'react';
import { getVisibleEntries } from '../../config/app/entries.ts';
import type { EntryConfig } from '../../config/resource.ts';
import { FORM_META } from '../../dataProvider/prefetchPage.ts';
import { useLabel, useRecordName } from '../../parts/intl.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { useNotifyUpdated } from '../action/useNotifyUpdated.ts';
import { RecordForm } from '../form/RecordForm.tsx';
import { isAllowed } from '../shared/canAccess.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { RecordFrame } from './RecordFrame.tsx';

export interface EditViewProps {
  id: string;
  onClose: () => void;
}

/** Edits a record in a drawer. The host refuses outdated versions; typed values stay. */
export default function EditView({ id, onClose }: EditViewProps) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const refresh = useRefresh();
  const { resource, role } = useView();
  const [update] = useUpdate();
  const notifyChange = useNotifyUpdated();
  const { data, error, isFetching, refetch } = useGetOne<AnyRecord>(resource.name, { id, meta: FORM_META });
  // Keeps the record that the form opened with; later versions include changes by others.
  const [record, setRecord] = useState<AnyRecord>();
  if (!record && data && !isFetching && !error) setRecord(data);
  const form = resource.edit ?? resource.create;
  const getRecordName = useRecordName(resource);
  // Stable, because closing twice would go back twice.
  const close = useEvent(onClose);
  // Waits one render, because until then the form warns about unsaved values.
  const [saved, setSaved] = useState(false);
  useEffect(() => {
    if (!saved) return;
    refresh();
    close();
  }, [saved, refresh, close]);
  if (!form || !isAllowed(resource, role, 'edit')) return null;
  const save = async (values: Record<string, unknown>, meta: object) => {
    const changed = await update(
      resource.name,
      { id, data: values, previousData: record, meta },
      { returnPromise: true, mutationMode: 'pessimistic' },
    );
    const names = form.groups.flatMap(({ fields }) =>
      getVisibleEntries<EntryConfig<string>>(fields, role).map((visibleEntry) => visibleEntry.field),
    );
    if (record) notifyChange(translateLabel(resource.edit?.success ?? 'toasts.updated'), record, changed, names);
  };
  return (
    <RecordFrame record={record} error={error} onRetry={refetch} onClose={close}>
      {record && (
        <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
          <Typography variant="h1" component="h2" sx={{ pr: 5 }}>
            {resource.edit?.title
              ? translateLabel(resource.edit.title)
              : t('form.editNamed', { name: getRecordName(record) ?? '' })}
          </Typography>
          <RecordForm form={form} record={record} onSave={save} onSaved={() => setSaved(true)} />
        </Box>
      )}
    </RecordFrame>
  );
}
