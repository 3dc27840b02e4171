import Button, { type ButtonProps } from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useFormState } from 'react-hook-form';

/** Sends the form around it; a second click of a double click finds it disabled. */
export function SaveButton({ word, size }: { word?: string | undefined; size?: ButtonProps['size'] }) {
  const t = useTranslate();
  const { isSubmitting } = useFormState();
  return (
    <Button type="submit" variant="contained" disabled={isSubmitting} size={size ?? 'medium'} sx={{ minWidth: 120 }}>
      {isSubmitting ? t('form.saving') : (word ?? t('form.save'))}
    </Button>
  );
}
