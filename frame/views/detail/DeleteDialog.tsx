import { Alert, Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useDelete, useTranslate } from 'ra-core';
import { toast } from '../../notify/toast.ts';
import { useLabel, useRecordName } from '../../parts/intl.ts';
import { hasFeature } from '../../session/session.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useFailure } from '../shared/useFailure.ts';
import { useOnce } from '../shared/useOnce.ts';
import { useNotifyDeleted } from './useNotifyDeleted.ts';

interface DeleteDialogProps {
  record: AnyRecord;
  onClose: () => void;
  /** Called once the record is deleted. */
  onDeleted?: () => void;
}

/** True for each query except the deleted record's, whose show view is still open. */
const isOtherQuery =
  (resource: string, deleted: string) =>
  ({ queryKey: [name, method, params] }: Query) =>
    name !== resource || method !== 'getOne' || String((params as { id?: unknown } | undefined)?.id) !== deleted;

/** Asks before deleting a record, with the resource's texts (spec 2). */
export default function DeleteDialog({ record, onClose, onDeleted }: DeleteDialogProps) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const fail = useFailure();
  const queryClient = useQueryClient();
  const notifyDeleted = useNotifyDeleted();
  const { resource } = useView();
  const deleting = resource.delete ?? { question: 'delete.question' };
  const { question, warning, confirm, running: runningText, success } = deleting;
  const warned = warning && hasFeature(warning.feature);
  const name = useRecordName(resource)(record);
  const [remove, { isPending }] = useDelete();
  const onConfirm = useOnce(async () => {
    const running = toast.loading(translateLabel(runningText ?? 'delete.running'));
    try {
      const deleted = { id: record.id, previousData: record };
      await remove(resource.name, deleted, { mutationMode: 'pessimistic', returnPromise: true });
      if (!notifyDeleted(translateLabel(success ?? 'toasts.deleted'), [record.id])) return;
      void queryClient.invalidateQueries({ predicate: isOtherQuery(resource.name, String(record.id)) });
      onClose();
      onDeleted?.();
    } catch (cause) {
      fail(cause);
    } finally {
      toast.close(running);
    }
  });
  return (
    <Dialog
      open
      onClose={isPending ? undefined : onClose}
      aria-labelledby="delete-title"
      aria-describedby={`delete-name delete-question${warned ? ' delete-warning' : ''}`}
    >
      <DialogTitle id="delete-title">{t('delete.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText
          id="delete-name"
          sx={{ mb: 1, color: 'text.primary', fontWeight: 650, overflowWrap: 'anywhere' }}
        >
          {name}
        </DialogContentText>
        <DialogContentText id="delete-question">{translateLabel(question)}</DialogContentText>
        {warned && (
          <Alert severity="warning" id="delete-warning" sx={{ mt: 2 }}>
            {translateLabel(warning.text)}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} disabled={isPending} variant="outlined">
          {t('form.cancel')}
        </Button>
        <Button onClick={onConfirm} disabled={isPending} color="error" variant="contained">
          {isPending ? translateLabel(runningText ?? 'delete.running') : translateLabel(confirm ?? 'delete.confirm')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
