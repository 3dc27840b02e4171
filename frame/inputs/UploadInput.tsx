import Close from '@mui/icons-material/Close';
import Description from '@mui/icons-material/DescriptionOutlined';
import PhotoCamera from '@mui/icons-material/PhotoCameraOutlined';
import Upload from '@mui/icons-material/UploadFileOutlined';
import { Box, FormHelperText, IconButton, InputLabel, Typography } from '@mui/material';
import { useInput, useTranslate } from 'ra-core';
import { useEffect, useId, useMemo, useState } from 'react';
import { toFileUrl } from '../dataProvider/host.ts';
import { getInputOptions } from '../fields/fieldTypes.ts';
import type { InputProps } from '../fields/kind.ts';
import type { Translate } from '../i18n/translateMessage.ts';
import { formatFileSize } from '../parts/FileCards.tsx';
import { FileName } from '../parts/FileName.tsx';
import { getUploadLimit, hasFeature } from '../session/session.ts';
import { FileButton, FileDropArea } from './FileButton.tsx';
import { getAcceptAttribute, type RejectedFiles, selectFiles, type UploadLimits } from './fileSelection.ts';
import { getErrorText } from './inputErrors.ts';

interface UploadInputProps extends InputProps {
  accepts: 'image' | 'document';
  several?: boolean;
}

function useChosenFiles({ source, field: config, required, accepts, several }: UploadInputProps) {
  const { field, fieldState } = useInput({ source, isRequired: required });
  const [rejected, setRejected] = useState<RejectedFiles[]>([]);
  const { most = 10 } = getInputOptions(config);
  const chosen: File[] = [field.value].flat().filter((one): one is File => one instanceof File);
  // Other hosts announce no limits, so none apply (spec 9).
  const hasLimits = hasFeature('rules');
  const limits: UploadLimits = {
    accepts,
    maxFiles: several ? (hasLimits ? most : undefined) : 1,
    maxMegabytes: hasLimits ? getUploadLimit() : undefined,
    hasFixedTypes: hasLimits,
  };
  const add = (offered: File[]) => {
    const choice = selectFiles(chosen, offered, limits);
    setRejected(choice.rejected);
    if (choice.files !== chosen) field.onChange(several ? choice.files : choice.files[0]);
  };
  const remove = (file: File) => {
    setRejected([]);
    field.onChange(several ? chosen.filter((one) => one !== file) : null);
  };
  return { field, fieldState, limits, chosen, rejected, add, remove };
}

/** Selects one image or several documents, by drop, file dialog or camera. */
export function UploadInput(props: UploadInputProps) {
  const { label, required, several } = props;
  const t = useTranslate();
  const id = useId();
  const { field, fieldState, limits, chosen, rejected, add, remove } = useChosenFiles(props);
  const error = getErrorText(fieldState.error);
  const { camera } = getInputOptions(props.field);
  return (
    <Box sx={{ width: '100%' }}>
      <InputLabel htmlFor={id} required={required} error={fieldState.invalid}>
        {label}
      </InputLabel>
      <FileDropArea onFiles={add} invalid={fieldState.invalid}>
        {!several && <ImagePreview file={chosen[0]} stored={typeof field.value === 'string' ? field.value : null} />}
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
            {t(several ? 'form.dropFiles' : 'form.dropFile')}
            <Box component="span" id={`${id}-limits`} sx={{ display: 'block' }}>
              {formatLimits(limits, t)}
            </Box>
          </Typography>
          <FileButton
            size="small"
            startIcon={camera ? <PhotoCamera /> : <Upload />}
            input={{
              id,
              ref: field.ref,
              accept: getAcceptAttribute(limits),
              'aria-describedby': `${id}-limits`,
              multiple: several,
              ...(camera && { capture: 'environment' }),
            }}
            onFiles={add}
          >
            {t(camera ? 'form.takePhoto' : several ? 'form.chooseFiles' : 'form.chooseFile')}
          </FileButton>
        </Box>
      </FileDropArea>
      {chosen.length > 0 && <ChosenFiles label={label} files={chosen} onRemove={remove} />}
      <Box role="status">
        {rejected.map(({ why, files }) => (
          <FormHelperText key={why} error sx={{ overflowWrap: 'anywhere' }}>
            {t(`form.rejected.${why}`, {
              names: files.map(({ name }) => name).join(', '),
              most: why === 'tooMany' ? limits.maxFiles : limits.maxMegabytes,
              smart_count: files.length,
            })}
          </FormHelperText>
        ))}
      </Box>
      {error && <FormHelperText error>{error}</FormHelperText>}
    </Box>
  );
}

interface ChosenFilesProps {
  label: string;
  files: readonly File[];
  onRemove: (file: File) => void;
}

function ChosenFiles({ label, files, onRemove }: ChosenFilesProps) {
  const t = useTranslate();
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', p: 0, m: 0, mt: 1, display: 'grid', gap: 0.5 }}>
      {files.map((file) => (
        <Box
          component="li"
          key={`${file.name}-${file.lastModified}-${file.size}`}
          sx={{ display: 'flex', alignItems: 'center', gap: 1 }}
        >
          <Description fontSize="small" color="action" />
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <FileName name={file.name} />
          </Box>
          <Typography variant="body2" color="textSecondary" sx={{ flex: 'none' }}>
            {formatFileSize(file.size)}
          </Typography>
          <IconButton size="small" aria-label={t('form.remove', { name: file.name })} onClick={() => onRemove(file)}>
            <Close fontSize="small" />
          </IconButton>
        </Box>
      ))}
    </Box>
  );
}

/** Describes the limits for the person, separated by ' · '; '' if there are none. */
function formatLimits({ accepts, maxFiles, maxMegabytes, hasFixedTypes }: UploadLimits, t: Translate): string {
  const parts = [
    hasFixedTypes ? t(`form.kinds.${accepts}`) : accepts === 'image' && t('form.kinds.picture'),
    maxFiles && maxFiles > 1 && t('form.mostFiles', { most: maxFiles }),
    maxMegabytes && t(maxFiles === 1 ? 'form.mostMegabytes' : 'form.mostMegabytesEach', { most: maxMegabytes }),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The selected image, else the stored one, else 'No Image'. */
function ImagePreview({ file, stored }: { file?: File; stored: string | null }) {
  const t = useTranslate();
  const url = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url]);
  const source = url ?? (stored ? toFileUrl(stored) : undefined);
  const box = { width: 88, height: 88, borderRadius: 2, flex: 'none' } as const;
  if (source) return <Box component="img" src={source} alt={file?.name ?? ''} sx={{ ...box, objectFit: 'cover' }} />;
  return (
    <Box sx={{ ...box, display: 'grid', placeItems: 'center', bgcolor: 'action.hover' }}>
      <Typography variant="body2" color="textSecondary">
        {t('form.noImage')}
      </Typography>
    </Box>
  );
}
