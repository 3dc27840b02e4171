import { Alert, Dialog, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { NamedAction } from '../../config/actions.ts';
import { RequestError } from '../../dataProvider/request.ts';
import { useLabel, useRecordName } from '../../parts/intl.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { RecordForm } from '../form/RecordForm.tsx';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useActionLabel, useNamedAction } from './useNamedAction.ts';

interface ActionDialogProps {
  action: NamedAction;
  records: readonly AnyRecord[];
  many?: boolean;
  onClose: () => void;
  onDone?: () => void;
}

/** Asks for an action's input and runs it. For many records it lists those that could not be changed. */
export default function ActionDialog({ action, records, many = false, onClose, onDone }: ActionDialogProps) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const label = useActionLabel()(action);
  const { resource } = useView();
  const nameOf = useRecordName(resource);
  const run = useNamedAction(action);
  const [refused, setRefused] = useState<{ message: string; errors: Record<string, string> }>();
  const [first] = records;
  const about = many ? t('list.chosen', { smart_count: records.length }) : first && nameOf(first);
  const save = async (values: Record<string, unknown>, meta: object) => {
    const [record] = records;
    try {
      if (many) {
        await run.many(
          records.map(({ id }) => id),
          values,
          meta,
        );
      } else if (record) await run.one(record, values, meta);
    } catch (cause) {
      const isReport = many && cause instanceof RequestError && records.some(({ id }) => cause.errors[id]);
      if (!isReport) throw cause;
      setRefused({ message: cause.message, errors: cause.errors });
      throw new RequestError(cause.message, cause.code);
    }
    onClose();
    onDone?.();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      onClick={(event) => event.stopPropagation()}
      maxWidth="sm"
      fullWidth
      aria-labelledby="action-title"
      aria-describedby="action-about"
    >
      <DialogTitle id="action-title">{label}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {about && (
          <DialogContentText
            id="action-about"
            sx={{ color: 'text.primary', fontWeight: 650, overflowWrap: 'anywhere' }}
          >
            {about}
          </DialogContentText>
        )}
        {action.question && <DialogContentText>{translateLabel(action.question)}</DialogContentText>}
        {refused && (
          <Alert severity="error" variant="outlined">
            {refused.message}
            <ul className="refused-records">
              {records.flatMap((record) => {
                const name = refused.errors[record.id];
                return name ? <li key={record.id}>{t('list.of', { what: nameOf(record) ?? record.id, name })}</li> : [];
              })}
            </ul>
          </Alert>
        )}
        <RecordForm
          form={{ groups: [{ label, fields: action.roleInputs }] }}
          record={{}}
          onSave={save}
          dialog={{ submit: action.submitLabel ? translateLabel(action.submitLabel) : label, onCancel: onClose }}
        />
      </DialogContent>
    </Dialog>
  );
}
