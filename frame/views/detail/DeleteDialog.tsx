import { Alert, Button, Dialog, DialogActions, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { type Query, useQueryClient } from '@tanstack/react-query';
import { useDelete, useDeleteMany, useTranslate } from 'ra-core';
import { toast } from '../../notify/toast.ts';
import { useLabel, useRecordName } from '../../parts/intl.ts';
import { hasFeature } from '../../session/session.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useFailure } from '../shared/useFailure.ts';
import { useOnce } from '../shared/useOnce.ts';
import { useNotifyDeleted } from './useNotifyDeleted.ts';

interface DeleteDialogProps {
  records: readonly AnyRecord[];
  onClose: () => void;
  /** Called once the records are deleted. */
  onDeleted?: () => void;
}

/** True for each query except the deleted records', of which one may still be open in the show view. */
const isOtherQuery =
  (resource: string, deleted: readonly string[]) =>
  ({ queryKey: [name, method, params] }: Query) =>
    name !== resource || method !== 'getOne' || !deleted.includes(String((params as { id?: unknown } | undefined)?.id));

/** Names that the dialog lists. */
const MAX_NAMES = 20;

/** Asks before deleting records, with the resource's texts (spec 2). Names the records. */
export default function DeleteDialog({ records, onClose, onDeleted }: DeleteDialogProps) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const fail = useFailure();
  const queryClient = useQueryClient();
  const notifyDeleted = useNotifyDeleted();
  const { resource } = useView();
  const deleting = resource.delete ?? { question: 'delete.question' };
  const { question, warning, confirm, running: runningText, success } = deleting;
  const warned = warning && hasFeature(warning.feature);
  const getRecordName = useRecordName(resource);
  const ids = records.map(({ id }) => id);
  const [deleteOne, { isPending: isDeletingOne }] = useDelete();
  const [deleteMany, { isPending: isDeletingMany }] = useDeleteMany();
  const isPending = isDeletingOne || isDeletingMany;
  const remove = async () => {
    const options = { mutationMode: 'pessimistic', returnPromise: true } as const;
    const [first] = records;
    if (records.length === 1 && first) await deleteOne(resource.name, { id: first.id, previousData: first }, options);
    else await deleteMany(resource.name, { ids }, options);
  };
  const onConfirm = useOnce(async () => {
    const running = toast.loading(translateLabel(runningText ?? 'delete.running'));
    try {
      await remove();
      const text = translateLabel(success ?? 'toasts.deleted');
      if (!notifyDeleted(records.length === 1 ? text : t('delete.doneMany', { count: records.length }), ids)) return;
      void queryClient.invalidateQueries({ predicate: isOtherQuery(resource.name, ids) });
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
      <DialogTitle id="delete-title">
        {records.length === 1 ? t('delete.title') : t('delete.titleMany', { count: records.length })}
      </DialogTitle>
      <DialogContent>
        <DialogContentText
          id="delete-name"
          component="div"
          sx={{ mb: 1, color: 'text.primary', fontWeight: 650, overflowWrap: 'anywhere' }}
        >
          {records.length === 1 ? (
            records.map(getRecordName)
          ) : (
            <ul className="plain-list">
              {records.slice(0, MAX_NAMES).map((record) => (
                <li key={record.id}>{getRecordName(record) ?? record.id}</li>
              ))}
            </ul>
          )}
          {records.length > MAX_NAMES && t('delete.more', { count: records.length - MAX_NAMES })}
        </DialogContentText>
        <DialogContentText id="delete-question">
          {records.length === 1 ? translateLabel(question) : t('delete.questionMany')}
        </DialogContentText>
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
