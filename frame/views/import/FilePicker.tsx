import Upload from '@mui/icons-material/UploadFileOutlined';
import { Box, Button, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { LABEL_BUTTON_PROPS, useFileDrop } from '../../inputs/useFileDrop.ts';
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
  const take = (files: FileList | null) => {
    const [first, ...others] = files ?? [];
    if (!first || disabled) return;
    if (others.length > 0) {
      const names = others.map(({ name }) => name).join(', ');
      toast.error(t('form.left.tooMany', { most: 1, smart_count: others.length, names }));
    }
    onChoose(first);
  };
  const { over, area } = useFileDrop(take);
  return (
    <Box
      {...area}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        gap: 1.5,
        p: 2,
        borderRadius: 2,
        border: '1px dashed',
        borderColor: over ? 'primary.main' : 'edge',
        bgcolor: over ? 'primary.soft' : undefined,
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="subtitle1" component="label" htmlFor={id} sx={{ overflowWrap: 'anywhere' }}>
          {file ? file.name : label}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {file ? formatFileSize(file.size) : t('form.dropFile')}
        </Typography>
      </Box>
      <Button
        {...LABEL_BUTTON_PROPS}
        variant="outlined"
        startIcon={<Upload />}
        disabled={disabled}
        sx={{
          '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
        }}
      >
        {t('form.chooseFile')}
        <Box
          component="input"
          id={id}
          type="file"
          accept={accept}
          disabled={disabled}
          aria-label={label}
          onChange={(event: React.ChangeEvent<HTMLInputElement>) => {
            take(event.target.files);
            // Allows the same, corrected file to be chosen again.
            event.target.value = '';
          }}
          sx={{ position: 'absolute', width: 1, height: 1, opacity: 0, overflow: 'hidden' }}
        />
      </Button>
    </Box>
  );
}
