import Close from '@mui/icons-material/Close';
import Description from '@mui/icons-material/DescriptionOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Dialog from '@mui/material/Dialog';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { fileUrl } from '../../dataProvider/host.ts';
import type { Shown } from '../kind.ts';

type File = NonNullable<Shown['files']>[number];

/** 1.2 MB, 340 KB. */
export function fileSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${(bytes / 1024 ** step).toLocaleString('en-US', { maximumFractionDigits: step > 1 ? 1 : 0 })} ${units[step]}`;
}

/** Documents as cards that download, pictures as previews that open large. */
export function FileCards({ files }: { files: File[] }) {
  const pictures = files.filter(({ image }) => image);
  const documents = files.filter(({ image }) => !image);
  return (
    <Box sx={{ display: 'grid', gap: 1, width: '100%' }}>
      {documents.map((file) => (
        <DocumentCard key={file.path} file={file} />
      ))}
      {pictures.length > 0 && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {pictures.map((file) => (
            <Picture key={file.path} file={file} />
          ))}
        </Box>
      )}
    </Box>
  );
}

function DocumentCard({ file }: { file: File }) {
  const t = useTranslate();
  const type = file.name.includes('.') ? file.name.split('.').pop()?.toUpperCase() : '';
  return (
    <ButtonBase
      component="a"
      href={fileUrl(file.path)}
      download={file.name}
      aria-label={t('list.download', { name: file.name })}
      sx={(theme) => ({
        display: 'flex',
        justifyContent: 'flex-start',
        gap: 1.5,
        p: 1.25,
        textAlign: 'left',
        border: `1px solid ${(theme.vars ?? theme).palette.divider}`,
        borderRadius: 2,
        '&:hover': { backgroundColor: (theme.vars ?? theme).palette.action.hover },
      })}
    >
      <Description color="action" />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Typography noWrap>{file.name}</Typography>
        <Typography variant="body2" color="textSecondary">
          {[type, file.size && fileSize(file.size)].filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      <Download color="primary" />
    </ButtonBase>
  );
}

function Picture({ file }: { file: File }) {
  const t = useTranslate();
  const [open, setOpen] = useState(false);
  const label = t('list.enlarge', { name: file.name });
  return (
    <>
      <ButtonBase aria-label={label} onClick={() => setOpen(true)} sx={{ borderRadius: 2, overflow: 'hidden' }}>
        <Box
          component="img"
          src={fileUrl(file.path)}
          alt=""
          loading="lazy"
          sx={{ display: 'block', height: 160, maxWidth: '100%', objectFit: 'cover' }}
        />
      </ButtonBase>
      <Dialog open={open} onClose={() => setOpen(false)} maxWidth="lg" aria-label={file.name}>
        <IconButton
          onClick={() => setOpen(false)}
          aria-label={t('form.close')}
          sx={{
            position: 'absolute',
            top: 8,
            right: 8,
            bgcolor: 'background.paper',
            '&:hover': { bgcolor: 'background.paper' },
          }}
        >
          <Close />
        </IconButton>
        <Box
          component="img"
          src={fileUrl(file.path)}
          alt={file.name}
          sx={{ display: 'block', maxWidth: '100%', maxHeight: '85vh', objectFit: 'contain' }}
        />
      </Dialog>
    </>
  );
}
