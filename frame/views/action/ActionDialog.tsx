import { Alert, Dialog, DialogContent, DialogContentText, DialogTitle } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { NamedAction } from '../../config/actions.ts';
import { RequestError } from '../../dataProvider/request.ts';
import { useLabel, useRecordName } from '../../parts/intl.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { RecordForm } from '../form/RecordForm.tsx';
import { useDefaultValues } from '../form/useDefaultValues.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import { useActionLabel, useNamedAction } from './useNamedAction.ts';

interface ActionDialogProps {
  action: NamedAction;
  records: readonly AnyRecord[];
  many?: boolean;
  onClose: () => void;
  onDone?: () => void;
}

interface RefusedRecords {
  message: string;
  /** Message by record id. */
  errors: Record<string, string>;
}

/** Returns a function that runs the action on its records, and the records that the last run could not change. */
function useSaveAction({ action, records, many, onClose, onDone }: ActionDialogProps) {
  const run = useNamedAction(action);
  const [refused, setRefused] = useState<RefusedRecords>();
  const ids = records.map(({ id }) => id);
  const save = async (values: Record<string, unknown>, meta: object) => {
    const [record] = records;
    try {
      if (many) await run.many(records, values, meta);
      else if (record) await run.one(record, values, meta);
    } catch (cause) {
      const isReport = many && cause instanceof RequestError && ids.some((id) => cause.errors[id]);
      if (!isReport) throw cause;
      setRefused({ message: cause.message, errors: cause.errors });
      throw new RequestError(cause.message, cause.code);
    }
    onClose();
    onDone?.();
  };
  return { save, refused };
}

/** Asks for an action's input and runs it. For many records it lists those that could not be changed. */
export default function ActionDialog(props: ActionDialogProps) {
  const { action, records, many, onClose } = props;
  const t = useTranslate();
  const translateLabel = useLabel();
  const label = useActionLabel()(action);
  const { resource } = useView();
  const getRecordName = useRecordName(resource);
  const defaults = useDefaultValues(resource);
  const { save, refused } = useSaveAction(props);
  const [first] = records;
  const fixed = Object.fromEntries(Object.entries(action.values).filter(([, value]) => typeof value !== 'function'));
  const about = many ? t('list.chosen', { smart_count: records.length }) : first && getRecordName(first);
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
        {refused && <RefusedAlert {...refused} records={records} />}
        <RecordForm
          form={{ groups: [{ label, fields: action.roleInputs }] }}
          record={Object.fromEntries(action.roleInputs.map(({ field }) => [field, defaults[field]]))}
          changed={records.map((record) => ({ ...record, ...fixed }))}
          onSave={save}
          dialog={{ submit: action.submitLabel ? translateLabel(action.submitLabel) : label, onCancel: onClose }}
        />
      </DialogContent>
    </Dialog>
  );
}

function RefusedAlert({ message, errors, records }: RefusedRecords & Pick<ActionDialogProps, 'records'>) {
  const t = useTranslate();
  const getRecordName = useRecordName(useView().resource);
  return (
    <Alert severity="error" variant="outlined">
      {message}
      <ul className="refused-records">
        {records.map(
          (record) =>
            errors[record.id] && (
              <li key={record.id}>
                {t('list.of', { what: getRecordName(record) ?? record.id, name: errors[record.id] })}
              </li>
            ),
        )}
      </ul>
    </Alert>
  );
}
