import Check from '@mui/icons-material/CheckOutlined';
import ContentCopy from '@mui/icons-material/ContentCopyOutlined';
import { Button, type ButtonProps } from '@mui/material';
import { useEffect, useState } from 'react';
import { translate } from '../../i18n/provider.ts';

interface CopyButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'sx' | 'aria-label'> {
  text: string;
  label: string;
}

/** In milliseconds. */
const COPIED_DURATION = 4000;

/** Copies a text and confirms it on the button. */
export function CopyButton({ text, label, ...look }: CopyButtonProps) {
  const [copied, setCopied] = useState(0);
  useEffect(() => {
    if (copied === 0) return;
    const timer = setTimeout(() => setCopied(0), COPIED_DURATION);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied((times) => times + 1);
  };
  return (
    <Button variant="outlined" {...look} startIcon={copied ? <Check /> : <ContentCopy />} onClick={copy}>
      <span aria-live="polite">{copied ? translate('form.copied') : label}</span>
    </Button>
  );
}
