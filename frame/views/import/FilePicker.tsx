import Upload from '@mui/icons-material/UploadFileOutlined';
import { Box, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { FileButton, FileDropArea } from '../../inputs/FileButton.tsx';
import { toast } from '../../notify/toast.ts';
import { formatFileSize } from '../../parts/FileCards.tsx';

interface FilePickerProps {
  label: string;
  accept: string;
  file: File | undefined;
  disabled: boolean;
  onChoose: (file: File) => void;
}

/** Selects one file by drop or file dialog. */
export function FilePicker({ label, accept, file, disabled, onChoose }: FilePickerProps) {
  const t = useTranslate();
  const id = useId();
  const take = ([first, ...others]: File[]) => {
    if (!first || disabled) return;
    if (others.length > 0) {
      const names = others.map(({ name }) => name).join(', ');
      toast.error(t('form.rejected.tooMany', { most: 1, smart_count: others.length, names }));
    }
    onChoose(first);
  };
  return (
    <FileDropArea onFiles={take}>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle1" component="label" htmlFor={id} sx={{ overflowWrap: 'anywhere' }}>
          {file ? file.name : label}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {file ? formatFileSize(file.size) : t('form.dropFile')}
        </Typography>
      </Box>
      <FileButton startIcon={<Upload />} disabled={disabled} input={{ id, accept, 'aria-label': label }} onFiles={take}>
        {t('form.chooseFile')}
      </FileButton>
    </FileDropArea>
  );
}
