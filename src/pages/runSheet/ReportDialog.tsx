import {
  Alert,
  Box,
  Dialog,
  DialogContent,
  DialogTitle,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
  TextField,
} from '@mui/material';
import { useTranslate } from 'ra-core';
import { type FormEvent, useRef, useState } from 'react';
import type { Appointment } from '../../wire/appointmentRecord.ts';
import { MAX_NOTE_LENGTH, NOT_DRAWN_REASONS, type NotDrawnReason } from '../../wire/visitReportApi.ts';
import { GapList } from '../orders/GapList.tsx';
import { PhotoPicture } from './PhotoPreview.tsx';
import { SendActions } from './SendActions.tsx';
import { TakePhoto } from './TakePhoto.tsx';
import { useSendReport } from './useQueue.ts';

interface ReportDialogProps {
  visit: Appointment;
  /** `started` asks for a reason despite gaps, `done` despite unlabelled tubes. */
  kind: 'couldNotDraw' | 'note' | 'started' | 'done';
  unlabelled: readonly string[];
  offersPhoto: boolean;
  onClose: () => void;
}

const TEXT_LABELS: Partial<Record<ReportDialogProps['kind'], string>> = {
  started: 'orders.goesAnyway',
  done: 'orders.doneAnyway',
};

export default function ReportDialog({ visit, kind, offersPhoto, unlabelled, onClose }: ReportDialogProps) {
  const t = useTranslate();
  const send = useSendReport(visit);
  const [reason, setReason] = useState<NotDrawnReason>();
  const [note, setNote] = useState('');
  const [photo, setPhoto] = useState<Blob | null>(null);
  const [tried, setTried] = useState(false);
  const words = useRef<HTMLTextAreaElement>(null);
  const reasons = useRef<HTMLDivElement>(null);
  const asksReason = kind === 'couldNotDraw';
  const wordsLabel = t(TEXT_LABELS[kind] ?? 'visitReports.words');
  const noReason = asksReason && !reason;
  const noWords = (!asksReason || reason === 'other') && note.trim() === '';
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    // React events bubble through portals.
    event.stopPropagation();
    setTried(true);
    if (noReason) return reasons.current?.querySelector('input')?.focus();
    if (noWords) return words.current?.focus();
    if (photo && !(await send(photo))) return;
    const sent = await send({
      kind,
      ...(asksReason && reason && { reason }),
      ...(note.trim() && { note: note.trim() }),
    });
    if (sent) onClose();
  };
  const name = visit.patientName;
  return (
    <Dialog open onClose={onClose} maxWidth="xs" fullWidth aria-labelledby="report-title">
      {/* With autocomplete, browsers store typed text unencrypted to restore tabs. */}
      <form onSubmit={onSubmit} noValidate autoComplete="off">
        <DialogTitle id="report-title" sx={{ overflowWrap: 'anywhere' }}>
          {t('list.of', { what: t(`visitReports.kinds.${kind}`), name })}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {kind === 'started' && <GapList gaps={visit.gaps} />}
          {kind === 'done' && (
            <Alert severity="warning">{t('orders.unlabelled', { tubes: unlabelled.join(', ') })}</Alert>
          )}
          {asksReason && (
            <FormControl error={tried && noReason} required>
              <FormLabel id="report-reason">{t('visitReports.reason')}</FormLabel>
              <RadioGroup
                ref={reasons}
                aria-labelledby="report-reason"
                aria-describedby={tried && noReason ? 'report-reason-error' : undefined}
                value={reason ?? ''}
                onChange={({ target }) => setReason(NOT_DRAWN_REASONS.find((one) => one === target.value))}
              >
                {NOT_DRAWN_REASONS.map((one, index) => (
                  <FormControlLabel
                    key={one}
                    value={one}
                    control={<Radio autoFocus={index === 0} />}
                    label={t(`visitReports.reasons.${one}`)}
                    sx={{ minHeight: 44 }}
                  />
                ))}
              </RadioGroup>
              {tried && noReason && (
                <FormHelperText id="report-reason-error">
                  {t('validation.required', { field: t('visitReports.reason') })}
                </FormHelperText>
              )}
            </FormControl>
          )}
          <TextField
            label={wordsLabel}
            value={note}
            onChange={({ target }) => setNote(target.value)}
            inputRef={words}
            multiline
            minRows={2}
            maxRows={8}
            autoFocus={!asksReason}
            required={!asksReason || reason === 'other'}
            error={tried && noWords}
            helperText={
              tried && noWords
                ? t('validation.required', { field: wordsLabel })
                : t('visitReports.wordsHint', { left: MAX_NOTE_LENGTH - note.length })
            }
            slotProps={{ htmlInput: { maxLength: MAX_NOTE_LENGTH, autoComplete: 'off' } }}
          />
          {asksReason && offersPhoto && (
            <Box sx={{ display: 'grid', gap: 1 }}>
              {photo && <PhotoPicture picture={photo} name={name} />}
              <TakePhoto
                label={t(photo ? 'runSheet.retake' : 'visitReports.photo')}
                name={photo ? t('runSheet.retakeOf', { name }) : t('visitReports.photoOf', { name })}
                onTaken={setPhoto}
              />
            </Box>
          )}
        </DialogContent>
        <SendActions label={t('visitReports.send')} onClose={onClose} />
      </form>
    </Dialog>
  );
}
