import Close from '@mui/icons-material/Close';
import Description from '@mui/icons-material/DescriptionOutlined';
import PhotoCamera from '@mui/icons-material/PhotoCameraOutlined';
import Upload from '@mui/icons-material/UploadFileOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import InputLabel from '@mui/material/InputLabel';
import Typography from '@mui/material/Typography';
import { useInput, useTranslate } from 'ra-core';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { fileUrl } from '../dataProvider/host.ts';
import type { InputProps } from '../fields/kind.ts';
import type { Translate } from '../i18n/say.ts';
import { FileName } from '../parts/FileName.tsx';
import { fileSize } from '../parts/Files.tsx';
import { hasFeature, uploadLimit } from '../session/session.ts';
import { acceptOf, choose, type LeftOut, type Limits } from './choosing.ts';
import { LABEL, useDrop } from './dropping.ts';
import { errorText } from './errorText.ts';

/** Chooses one picture, or several documents: by dropping them, from the disk, or with the camera. */
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
  const error = errorText(fieldState.error);
  const picker = useRef<HTMLInputElement>(null);
  const { camera, most = 10 } = config as { camera?: boolean; most?: number };
  const chosen: File[] = [field.value].flat().filter((one): one is File => one instanceof File);
  const stored = typeof field.value === 'string' ? field.value : null;

  const own = hasFeature('rules');
  // A host that names no limits of its own has none that the portal knows of (spec 9).
  const limits: Limits = {
    accepts,
    most: several ? (own ? most : undefined) : 1,
    megabytes: own ? uploadLimit() : undefined,
    strict: own,
  };
  const [left, setLeft] = useState<LeftOut[]>([]);

  const add = (list: FileList | null) => {
    const offered = [...(list ?? [])];
    if (picker.current) picker.current.value = '';
    if (offered.length === 0) return;
    const choice = choose(chosen, offered, limits);
    setLeft(choice.left);
    if (choice.files !== chosen) field.onChange(several ? choice.files : choice.files[0]);
  };
  const { over, area } = useDrop(add);
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
        {!several && <Preview file={chosen[0]} stored={stored} />}
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <Typography variant="body2" color="textSecondary" sx={{ mb: 1 }}>
            {t(several ? 'form.dropFiles' : 'form.dropFile')}
            <Box component="span" id={`${id}-limits`} sx={{ display: 'block' }}>
              {limitsText(limits, t)}
            </Box>
          </Typography>
          <Button {...LABEL} variant="outlined" size="small" startIcon={camera ? <PhotoCamera /> : <Upload />}>
            {t(camera ? 'form.takePhoto' : several ? 'form.chooseFiles' : 'form.chooseFile')}
            <Box
              component="input"
              id={id}
              ref={(element: HTMLInputElement | null) => {
                picker.current = element;
                field.ref(element);
              }}
              type="file"
              accept={acceptOf(limits)}
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
                {fileSize(file.size)}
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
              most: why === 'tooMany' ? limits.most : limits.megabytes,
              smart_count: files.length,
            })}
          </FormHelperText>
        ))}
      </Box>
      {error && <FormHelperText error>{error}</FormHelperText>}
    </Box>
  );
}

/** What may be chosen, in words. */
function limitsText({ accepts, most, megabytes, strict }: Limits, t: Translate): string {
  const parts = [
    strict ? t(`form.kinds.${accepts}`) : accepts === 'image' && t('form.kinds.picture'),
    most && most > 1 && t('form.mostFiles', { most }),
    megabytes && t(most === 1 ? 'form.mostMegabytes' : 'form.mostMegabytesEach', { most: megabytes }),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The chosen picture, else the stored one, else 'No Image'. */
function Preview({ file, stored }: { file?: File; stored: string | null }) {
  const t = useTranslate();
  const url = useMemo(() => file && URL.createObjectURL(file), [file]);
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url]);
  const source = url ?? (stored ? fileUrl(stored) : undefined);
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
