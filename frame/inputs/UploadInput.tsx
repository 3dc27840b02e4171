import Close from '@mui/icons-material/Close';
import Description from '@mui/icons-material/DescriptionOutlined';
import PhotoCamera from '@mui/icons-material/PhotoCameraOutlined';
import Upload from '@mui/icons-material/UploadFileOutlined';
import { Box, Button, FormHelperText, IconButton, InputLabel, Typography } from '@mui/material';
import { useInput, useTranslate } from 'ra-core';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { toFileUrl } from '../dataProvider/host.ts';
import type { InputProps } from '../fields/kind.ts';
import type { Translate } from '../i18n/translateMessage.ts';
import { formatFileSize } from '../parts/FileCards.tsx';
import { FileName } from '../parts/FileName.tsx';
import { getUploadLimit, hasFeature } from '../session/session.ts';
import { getAcceptAttribute, type RejectedFiles, selectFiles, type UploadLimits } from './fileSelection.ts';
import { getErrorText } from './inputErrors.ts';
import { LABEL_BUTTON_PROPS, useFileDrop } from './useFileDrop.ts';

/** Selects one image or several documents, by drop, file dialog or camera. */
export function UploadInput({
  source,
  label,
  field: config,
  required,
  accepts,
  several,
}: InputProps & { accepts: 'image' | 'document'; several?: boolean }) {
  const t = useTranslate();
  const id = useId();
  const { field, fieldState } = useInput({ source, isRequired: required });
  const error = getErrorText(fieldState.error);
  const picker = useRef<HTMLInputElement>(null);
  const { camera, most = 10 } = config as { camera?: boolean; most?: number };
  const chosen: File[] = [field.value].flat().filter((one): one is File => one instanceof File);
  const stored = typeof field.value === 'string' ? field.value : null;

  const own = hasFeature('rules');
  // Other hosts announce no limits, so none apply (spec 9).
  const limits: UploadLimits = {
    accepts,
    maxFiles: several ? (own ? most : undefined) : 1,
    maxMegabytes: own ? getUploadLimit() : undefined,
    strict: own,
  };
  const [left, setLeft] = useState<RejectedFiles[]>([]);

  const add = (list: FileList | null) => {
    const offered = [...(list ?? [])];
    if (picker.current) picker.current.value = '';
    if (offered.length === 0) return;
    const choice = selectFiles(chosen, offered, limits);
    setLeft(choice.left);
    if (choice.files !== chosen) field.onChange(several ? choice.files : choice.files[0]);
  };
  const { over, area } = useFileDrop(add);
  const remove = (file: File) => {
    setLeft([]);
    field.onChange(several ? chosen.filter((one) => one !== file) : null);
  };

  return (
    <Box sx={{ width: '100%' }}>
      <InputLabel htmlFor={id} required={required} error={fieldState.invalid}>
        {label}
      </InputLabel>
      <Box
        {...area}
        sx={(theme) => ({
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          p: 1.5,
          borderRadius: 2,
          border: '1px dashed',
          borderColor: over ? 'primary.main' : fieldState.invalid ? 'error.main' : 'edge',
          backgroundColor: over ? 'primary.soft' : undefined,
          '&:focus-within': { outline: `2px solid ${(theme.vars ?? theme).palette.primary.main}`, outlineOffset: 2 },
        })}
      >
        {!several && <ImagePreview file={chosen[0]} stored={stored} />}
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
            {t(several ? 'form.dropFiles' : 'form.dropFile')}
            <Box component="span" id={`${id}-limits`} sx={{ display: 'block' }}>
              {formatLimits(limits, t)}
            </Box>
          </Typography>
          <Button
            {...LABEL_BUTTON_PROPS}
            variant="outlined"
            size="small"
            startIcon={camera ? <PhotoCamera /> : <Upload />}
          >
            {t(camera ? 'form.takePhoto' : several ? 'form.chooseFiles' : 'form.chooseFile')}
            <Box
              component="input"
              id={id}
              ref={(element: HTMLInputElement | null) => {
                picker.current = element;
                field.ref(element);
              }}
              type="file"
              accept={getAcceptAttribute(limits)}
              aria-describedby={`${id}-limits`}
              multiple={several}
              {...(camera && { capture: 'environment' })}
              onChange={(event: React.ChangeEvent<HTMLInputElement>) => add(event.target.files)}
              sx={{ position: 'absolute', width: 1, height: 1, opacity: 0, overflow: 'hidden' }}
            />
          </Button>
        </Box>
      </Box>
      {chosen.length > 0 && (
        <Box component="ul" aria-label={label} sx={{ listStyle: 'none', p: 0, m: 0, mt: 1, display: 'grid', gap: 0.5 }}>
          {chosen.map((file) => (
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
              <IconButton size="small" aria-label={t('form.remove', { name: file.name })} onClick={() => remove(file)}>
                <Close fontSize="small" />
              </IconButton>
            </Box>
          ))}
        </Box>
      )}
      <Box role="status">
        {left.map(({ why, files }) => (
          <FormHelperText key={why} error sx={{ overflowWrap: 'anywhere' }}>
            {t(`form.left.${why}`, {
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

function formatLimits(
  { accepts, maxFiles: most, maxMegabytes: megabytes, strict }: UploadLimits,
  t: Translate,
): string {
  const parts = [
    strict ? t(`form.kinds.${accepts}`) : accepts === 'image' && t('form.kinds.picture'),
    most && most > 1 && t('form.mostFiles', { most }),
    megabytes && t(most === 1 ? 'form.mostMegabytes' : 'form.mostMegabytesEach', { most: megabytes }),
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
