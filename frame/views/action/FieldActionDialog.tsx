import { Dialog, DialogContent, DialogTitle } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { AnyRecord } from '../../wire/binding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import ActionField, { type SentAction } from './ActionField.tsx';
import { useActionLabel } from './useNamedAction.ts';

interface FieldActionDialogProps {
  /** The record's name. */
  title: string;
  action: string;
  record: AnyRecord;
  /** Runs in place of the action that asks. */
  sent?: SentAction;
  onClose: () => void;
}

export default function FieldActionDialog({ title, action, record, sent, onClose }: FieldActionDialogProps) {
  const t = useTranslate();
  const { resource } = useView();
  const what = useActionLabel()({ ...resource.actions?.[action], name: action });
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="action-title">
      <DialogTitle id="action-title" sx={{ overflowWrap: 'anywhere' }}>
        {title ? t('list.of', { what, name: title }) : what}
      </DialogTitle>
      {/* The input's label overlaps its border. */}
      <DialogContent sx={{ '&&': { pt: 1 } }}>
        <ActionField name={action} record={record} sent={sent} onClose={onClose} />
      </DialogContent>
    </Dialog>
  );
}
