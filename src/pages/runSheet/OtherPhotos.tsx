import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { useTranslate } from 'ra-core';
import type { Photo } from '../../device/photos.ts';
import { dayAndTime } from '../../fields/date.ts';
import { useTeller } from '../../fields/parts/tell.ts';
import { PhotoState } from './PhotoState.tsx';
import { discard } from './usePhotos.ts';

/** Photos whose visit is not among today's: taken yesterday, or of a visit that was moved since. */
export function OtherPhotos({ photos, sending }: { photos: readonly Photo[]; sending: string | null }) {
  const t = useTranslate();
  const teller = useTeller();
  return (
    <Card component="section" aria-label={t('runSheet.others')} sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <Typography variant="h3" component="h2">
        {t('runSheet.others')}
      </Typography>
      {photos.map(({ id, patientName, appointmentDateTime, refused }) => {
        const { day, time } = dayAndTime(appointmentDateTime, teller);
        const state = id === sending ? 'sending' : refused === undefined ? 'waiting' : 'refused';
        return (
          <Box key={id} sx={{ display: 'grid', gap: 1 }}>
            <Typography>{[patientName, day, time].join(' · ')}</Typography>
            <PhotoState state={state} cause={refused} />
            {state === 'refused' && (
              <Button variant="outlined" onClick={() => discard(id)} sx={{ justifySelf: 'start' }}>
                {t('runSheet.discard')}
              </Button>
            )}
          </Box>
        );
      })}
    </Card>
  );
}
