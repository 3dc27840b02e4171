import Description from '@mui/icons-material/DescriptionOutlined';
import Image from '@mui/icons-material/ImageOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useEffect, useMemo } from 'react';
import { fileUrl } from '../../dataProvider/host.ts';
import { readFile } from '../../device/today.ts';
import { fileOf } from '../../fields/files.ts';
import { THUMB } from './PhotoPart.tsx';
import { KEPT } from './useVisits.ts';

/** The address of a file on this device, or undefined while it is not kept here. */
export function useKeptFile(path: string | null): string | undefined {
  const { data } = useQuery({
    queryKey: [KEPT, 'file', path?.split('?')[0]],
    queryFn: () => (path ? readFile(path) : null),
    enabled: path !== null,
  });
  const url = useMemo(() => (data ? URL.createObjectURL(data) : undefined), [data]);
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url]);
  return url;
}

/** A visit's documents; each opens from this device where it is kept, and so without a network too. */
export function Documents({ paths, offline }: { paths: readonly string[]; offline: boolean }) {
  const t = useTranslate();
  if (paths.length === 0) return null;
  return (
    <Box
      component="ul"
      aria-label={t('runSheet.documents')}
      sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
    >
      {paths.map((path) => (
        <li key={path}>
          <DocumentLink path={path} offline={offline} />
        </li>
      ))}
    </Box>
  );
}

function DocumentLink({ path, offline }: { path: string; offline: boolean }) {
  const t = useTranslate();
  const kept = useKeptFile(path);
  const { name, image } = fileOf(path);
  const Picture = image ? Image : Description;
  const address = kept ?? (offline ? undefined : fileUrl(path));
  return (
    <ButtonBase
      component="a"
      href={address}
      target="_blank"
      rel="noreferrer"
      aria-disabled={address === undefined}
      sx={(theme) => ({
        display: 'flex',
        width: '100%',
        justifyContent: 'flex-start',
        gap: 1.25,
        minHeight: THUMB,
        px: 1.5,
        py: 1,
        textAlign: 'left',
        border: `1px solid ${(theme.vars ?? theme).palette.divider}`,
        borderRadius: 2,
        '&:hover': { backgroundColor: (theme.vars ?? theme).palette.action.hover },
      })}
    >
      <Picture color="action" fontSize="small" />
      <Box sx={{ minWidth: 0 }}>
        <Typography noWrap>{name}</Typography>
        {!address && (
          <Typography variant="body2" color="textSecondary">
            {t('runSheet.onlineOnly')}
          </Typography>
        )}
      </Box>
    </ButtonBase>
  );
}
