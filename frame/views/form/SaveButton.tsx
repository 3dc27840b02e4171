import { Button, type ButtonProps } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useFormState } from 'react-hook-form';

interface SaveButtonProps {
  label?: string | undefined;
  size?: ButtonProps['size'];
  /** True if another action is the screen's main one. */
  quiet?: boolean;
}

/** Submits the form. Disabled while saving, which also stops double clicks. */
export function SaveButton({ label, size = 'medium', quiet = false }: SaveButtonProps) {
  const t = useTranslate();
  const { isSubmitting } = useFormState();
  return (
    <Button
      type="submit"
      variant={quiet ? 'outlined' : 'contained'}
      disabled={isSubmitting}
      size={size}
      sx={{ minWidth: 120 }}
    >
      {isSubmitting ? t('form.saving') : (label ?? t('form.save'))}
    </Button>
  );
}
