import { Box } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { cardStackStyle, describeFile, FileCard, toFileUrl } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useEffect, useMemo } from 'react';
import { readStoredFile } from '../device/storedDay.ts';
import { DEVICE_KEY } from './useVisits.ts';

/** Returns an object URL of a stored file, or undefined. */
export function useStoredFile(path: string | null): string | undefined {
  const { data } = useQuery({
    queryKey: [DEVICE_KEY, 'file', path?.split('?')[0]],
    queryFn: () => (path ? readStoredFile(path) : null),
    enabled: path !== null,
  });
  const url = useMemo(() => (data ? URL.createObjectURL(data) : undefined), [data]);
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url]);
  return url;
}

/** Documents of a visit, opened from this device if stored. */
export function Documents({ paths, offline }: { paths: readonly string[]; offline: boolean }) {
  const t = useTranslate();
  if (paths.length === 0) return null;
  return (
    <Box component="ul" aria-label={t('runSheet.documents')} sx={{ listStyle: 'none', m: 0, p: 0, ...cardStackStyle }}>
      {paths.map((path) => (
        <li key={path}>
          <StoredFileCard path={path} offline={offline} />
        </li>
      ))}
    </Box>
  );
}

function StoredFileCard({ path, offline }: { path: string; offline: boolean }) {
  const t = useTranslate();
  const address = useStoredFile(path) ?? (offline ? undefined : toFileUrl(path));
  return (
    <FileCard file={describeFile(path)} address={address} note={address ? undefined : t('runSheet.onlineOnly')} opens />
  );
}
