import { Dialog, DialogContent, DialogTitle } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useLabel } from '../../parts/intl.ts';
import type { AnyRecord } from '../../wire/binding.ts';
import { useView } from '../shared/ResourceViewContext.tsx';
import ActionField from './ActionField.tsx';

interface FieldActionDialogProps {
  /** The record's name. */
  title: string;
  action: string;
  record: AnyRecord;
  onClose: () => void;
}

/** Shows an action's input in a dialog, which closes when the action is done. */
export default function FieldActionDialog({ title, action, record, onClose }: FieldActionDialogProps) {
  const t = useTranslate();
  const translateLabel = useLabel();
  const { resource } = useView();
  const what = translateLabel(resource.actions?.[action]?.label ?? action);
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="action-title">
      <DialogTitle id="action-title" sx={{ overflowWrap: 'anywhere' }}>
        {title ? t('list.of', { what, name: title }) : what}
      </DialogTitle>
      {/* The input's label overlaps its border. */}
      <DialogContent sx={{ '&&': { pt: 1 } }}>
        <ActionField name={action} record={record} onClose={onClose} />
      </DialogContent>
    </Dialog>
  );
}
