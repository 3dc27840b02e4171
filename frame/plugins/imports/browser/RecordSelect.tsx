import { Button } from '@mui/material';
import { lazyComponent } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { MeaningProps } from './ChoiceSelect.tsx';

const ReferencePicker = lazyComponent(() => import('portal-frame/screens/referencePicker'));

/** Button that names the chosen record of a reference and opens the list of records. */
export function RecordSelect({ name, label, value, onChange }: MeaningProps) {
  const t = useTranslate();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        aria-label={label}
        onClick={() => setOpen(true)}
        sx={{ justifyContent: 'flex-start' }}
      >
        {value ?? t('imports.choose')}
      </Button>
      {isOpen && (
        <ReferencePicker
          title={label}
          field={name}
          records={[]}
          onChoose={(_id, chosen) => {
            setOpen(false);
            onChange(chosen);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
