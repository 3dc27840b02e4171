import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useEffect, useMemo } from 'react';
import { fileUrl } from '../../../frame/dataProvider/host.ts';
import { fileOf } from '../../../frame/fields/files.ts';
import { CARDS, FileCard } from '../../../frame/parts/Files.tsx';
import { readFile } from '../../device/today.ts';
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
    <Box component="ul" aria-label={t('runSheet.documents')} sx={{ listStyle: 'none', m: 0, p: 0, ...CARDS }}>
      {paths.map((path) => (
        <li key={path}>
          <KeptFile path={path} offline={offline} />
        </li>
      ))}
    </Box>
  );
}

function KeptFile({ path, offline }: { path: string; offline: boolean }) {
  const t = useTranslate();
  const address = useKeptFile(path) ?? (offline ? undefined : fileUrl(path));
  return <FileCard file={fileOf(path)} address={address} note={address ? undefined : t('runSheet.onlineOnly')} opens />;
}
