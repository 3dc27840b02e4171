import Close from '@mui/icons-material/Close';
import Description from '@mui/icons-material/DescriptionOutlined';
import Download from '@mui/icons-material/FileDownloadOutlined';
import Image from '@mui/icons-material/ImageOutlined';
import { Box, ButtonBase, Dialog, IconButton, type Theme, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { toFileUrl } from '../dataProvider/host.ts';
import type { DisplayValue } from '../fields/kind.ts';
import { FileName } from './FileName.tsx';

type StoredFile = NonNullable<DisplayValue['files']>[number];

/** Formats a file size: 1.2 MB, 340 KB. */
export function formatFileSize(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return `${(bytes / 1024 ** step).toLocaleString('en-US', { maximumFractionDigits: step > 1 ? 1 : 0 })} ${units[step]}`;
}

/** Cards below each other, never wider than their container. */
export const cardStackStyle = {
  display: 'grid',
  gap: 1,
  gridTemplateColumns: 'minmax(0, 1fr)',
  width: '100%',
} as const;
/** In px, large enough for a thumb. */
const TOUCH_HEIGHT = 48;
const cardStyle = (theme: Theme) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: TOUCH_HEIGHT,
  border: `1px solid ${(theme.vars ?? theme).palette.divider}`,
  borderRadius: 2,
  overflow: 'hidden',
});
const mainStyle = (theme: Theme) => ({
  display: 'flex',
  flex: 1,
  alignSelf: 'stretch',
  justifyContent: 'flex-start',
  gap: 1.5,
  minWidth: 0,
  px: 1.25,
  py: 1,
  textAlign: 'left',
  '&:hover': { backgroundColor: (theme.vars ?? theme).palette.action.hover },
  '&:focus-visible': { outlineOffset: -2 },
});

/** Browsers do not download files of another origin, so those open in a new tab. */
function getDownloadProps(address: string, { name }: StoredFile) {
  const foreign = new URL(address, location.href).origin !== location.origin;
  return { href: address, download: name, ...(foreign && { target: '_blank', rel: 'noreferrer' }) };
}

/** Shows files of the host as cards. Documents download; images show a preview and enlarge. */
export function FileCards({ files }: { files: StoredFile[] }) {
  const pictures = files.filter(({ image }) => image);
  return (
    <Box sx={cardStackStyle}>
      {files
        .filter(({ image }) => !image)
        .map((file) => (
          <FileCard key={file.path} file={file} address={toFileUrl(file.path)} />
        ))}
      {pictures.length > 0 && (
        <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 200px), 1fr))' }}>
          {pictures.map((file) => (
            <ImageCard key={file.path} file={file} address={toFileUrl(file.path)} />
          ))}
        </Box>
      )}
    </Box>
  );
}

interface FileCardProps {
  file: StoredFile;
  /** Undefined while the file is unavailable. */
  address: string | undefined;
  /** Opens documents in a new tab and adds a download button. */
  opens?: boolean;
  /** Replaces type and size. */
  note?: string;
}

/** Shows a file in one line with icon, name, details and download button. */
export function FileCard({ file, address, opens, note }: FileCardProps) {
  const [large, setLarge] = useState(false);
  if (!address) {
    return (
      <Box sx={cardStyle}>
        <Box sx={mainStyle}>
          <FileLabel file={file} note={note} />
        </Box>
      </Box>
    );
  }
  if (!file.image && !opens) {
    return (
      <Box sx={cardStyle}>
        <ButtonBase component="a" {...getDownloadProps(address, file)} sx={mainStyle}>
          <FileLabel file={file} verb="list.downloads" />
          <Download color="primary" />
        </ButtonBase>
      </Box>
    );
  }
  return (
    <Box sx={cardStyle}>
      {file.image ? (
        <ButtonBase onClick={() => setLarge(true)} sx={mainStyle}>
          <FileLabel file={file} verb="list.enlarges" />
        </ButtonBase>
      ) : (
        <ButtonBase component="a" href={address} target="_blank" rel="noreferrer" sx={mainStyle}>
          <FileLabel file={file} />
        </ButtonBase>
      )}
      <DownloadButton file={file} address={address} />
      {large && <ImageDialog file={file} address={address} onClose={() => setLarge(false)} />}
    </Box>
  );
}

/** Icon and name of a file above its type and size, or `note`. `verb` tells only screen readers what a click does. */
function FileLabel({ file, note, verb }: { file: StoredFile; note?: string; verb?: string }): ReactNode {
  const t = useTranslate();
  const Icon = file.image ? Image : Description;
  const type = file.name.includes('.') ? file.name.split('.').pop()?.toUpperCase() : '';
  const under = note ?? [type, file.size && formatFileSize(file.size)].filter(Boolean).join(' · ');
  return (
    <>
      <Icon color="action" />
      <Box sx={{ minWidth: 0, flex: 1 }}>
        {verb && <span className="sr-only">{`${t(verb)} `}</span>}
        <FileName name={file.name} />
        <Typography variant="body2" color="textSecondary" noWrap aria-hidden={note === undefined}>
          {under}
        </Typography>
      </Box>
    </>
  );
}

function DownloadButton({ file, address }: { file: StoredFile; address: string }) {
  const t = useTranslate();
  return (
    <IconButton
      component="a"
      {...getDownloadProps(address, file)}
      aria-label={t('list.download', { name: file.name })}
      sx={{ width: TOUCH_HEIGHT, height: TOUCH_HEIGHT, flex: 'none' }}
    >
      <Download color="primary" />
    </IconButton>
  );
}

function ImageCard({ file, address }: { file: StoredFile; address: string }) {
  const t = useTranslate();
  const [large, setLarge] = useState(false);
  return (
    <Box sx={[cardStyle, { display: 'block' }]}>
      <ButtonBase
        aria-label={t('list.enlarge', { name: file.name })}
        onClick={() => setLarge(true)}
        sx={{ display: 'block', width: '100%', '&:focus-visible': { outlineOffset: -2 } }}
      >
        <Box
          component="img"
          src={address}
          alt=""
          loading="lazy"
          sx={{ display: 'block', height: 160, width: '100%', objectFit: 'cover' }}
        />
      </ButtonBase>
      <Box sx={{ display: 'flex', alignItems: 'center', pl: 1.25 }}>
        <Box sx={{ minWidth: 0, flex: 1 }}>
          <FileName name={file.name} />
        </Box>
        <DownloadButton file={file} address={address} />
      </Box>
      {large && <ImageDialog file={file} address={address} onClose={() => setLarge(false)} />}
    </Box>
  );
}

function ImageDialog({ file, address, onClose }: { file: StoredFile; address: string; onClose: () => void }) {
  const t = useTranslate();
  return (
    <Dialog open onClose={onClose} maxWidth="lg" aria-label={file.name}>
      <IconButton
        onClick={onClose}
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
        src={address}
        alt={file.name}
        sx={{ display: 'block', maxWidth: '100%', maxHeight: '85vh', objectFit: 'contain' }}
      />
    </Dialog>
  );
}
