import {
  Box,
  FormControl,
  FormControlLabel,
  FormHelperText,
  FormLabel,
  Radio,
  RadioGroup,
  TextField,
} from '@mui/material';
import { useTranslate } from 'ra-core';
import { type RefObject, use, useRef, useState } from 'react';
import type { Appointment } from '../../../../src/wire/appointments/appointmentRecord.ts';
import { FAILED_DRAW_REASONS, type FailedDrawReason } from '../../../../src/wire/choices.ts';
import { MAX_NOTE_LENGTH } from '../../wire/visitReportApi.ts';
import { type ReportObstacles, VisitOrders } from '../runSheetPlaces.ts';
import { PhoneForm } from './PhoneForm.tsx';
import { PhotoPicture } from './PhotoPreview.tsx';
import { TakePhoto } from './TakePhoto.tsx';
import { useSendReport } from './useQueue.ts';

interface ReportDialogProps {
  visit: Appointment;
  /** `started` and `done` ask for a reason despite obstacles. */
  kind: 'couldNotDraw' | 'note' | 'started' | 'done';
  obstacles: ReportObstacles;
  offersPhoto: boolean;
  onClose: () => void;
}

export default function ReportDialog({ visit, kind, offersPhoto, obstacles, onClose }: ReportDialogProps) {
  const t = useTranslate();
  const send = useSendReport(visit);
  const [reason, setReason] = useState<FailedDrawReason>();
  const [note, setNote] = useState('');
  const [photo, setPhoto] = useState<Blob | null>(null);
  const [tried, setTried] = useState(false);
  const words = useRef<HTMLTextAreaElement>(null);
  const reasons = useRef<HTMLDivElement>(null);
  const question = use(VisitOrders).useQuestion(visit, kind, obstacles);
  const asksReason = kind === 'couldNotDraw';
  const wordsLabel = t(question?.reasonLabel ?? 'visitReports.words');
  const noReason = asksReason && !reason;
  const needsWords = !question?.isSettled && (!asksReason || reason === 'other');
  const noWords = needsWords && note.trim() === '';
  const submit = async () => {
    setTried(true);
    if (noReason) return reasons.current?.querySelector('input')?.focus();
    if (noWords) return words.current?.focus();
    if (photo && !(await send(photo))) return;
    const parts = [await question?.save(), note.trim()];
    const text = parts.filter(Boolean).join('. ');
    const details = { ...(asksReason && reason && { reason }), ...(text && { note: text }) };
    if (await send({ kind, ...details })) onClose();
  };
  const name = visit.patientName;
  return (
    <PhoneForm
      title={t('list.of', { what: t(`visitReports.${kind === 'started' ? 'does' : 'kinds'}.${kind}`), name })}
      submit={t(kind === 'started' ? 'visitReports.does.started' : 'visitReports.send')}
      onCancel={onClose}
      onSubmit={() => void submit()}
    >
      {question?.content}
      {asksReason && <ReasonChoice ref={reasons} reason={reason} onReason={setReason} invalid={tried && noReason} />}
      <TextField
        label={wordsLabel}
        value={note}
        onChange={({ target }) => setNote(target.value)}
        inputRef={words}
        multiline
        minRows={2}
        maxRows={8}
        autoFocus={!asksReason && !question?.takesFocus}
        required={needsWords}
        error={tried && noWords}
        helperText={
          tried && noWords
            ? t('validation.required', { field: wordsLabel })
            : t('visitReports.wordsHint', { left: MAX_NOTE_LENGTH - note.length })
        }
        slotProps={{ htmlInput: { maxLength: MAX_NOTE_LENGTH, autoComplete: 'off' } }}
      />
      {asksReason && offersPhoto && <ReportPhoto name={name} photo={photo} onTaken={setPhoto} />}
    </PhoneForm>
  );
}

interface ReportPhotoProps {
  name: string;
  photo: Blob | null;
  onTaken: (photo: Blob) => void;
}

function ReportPhoto({ name, photo, onTaken }: ReportPhotoProps) {
  const t = useTranslate();
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {photo && <PhotoPicture picture={photo} name={name} />}
      <TakePhoto
        label={t(photo ? 'runSheet.retake' : 'visitReports.photo')}
        name={t(photo ? 'runSheet.retakeOf' : 'visitReports.photoOf', { name })}
        onTaken={onTaken}
      />
    </Box>
  );
}

interface ReasonChoiceProps {
  ref: RefObject<HTMLDivElement | null>;
  reason: FailedDrawReason | undefined;
  onReason: (reason: FailedDrawReason | undefined) => void;
  invalid: boolean;
}

function ReasonChoice({ ref, reason, onReason, invalid }: ReasonChoiceProps) {
  const t = useTranslate();
  return (
    <FormControl error={invalid} required>
      <FormLabel id="report-reason">{t('visitReports.reason')}</FormLabel>
      <RadioGroup
        ref={ref}
        aria-labelledby="report-reason"
        aria-describedby={invalid ? 'report-reason-error' : undefined}
        value={reason ?? ''}
        onChange={({ target }) => onReason(FAILED_DRAW_REASONS.find((one) => one === target.value))}
      >
        {FAILED_DRAW_REASONS.map((one, index) => (
          <FormControlLabel
            key={one}
            value={one}
            control={<Radio autoFocus={index === 0} />}
            label={t(`visitReports.reasons.${one}`)}
            sx={{ minHeight: 44 }}
          />
        ))}
      </RadioGroup>
      {invalid && (
        <FormHelperText id="report-reason-error">
          {t('validation.required', { field: t('visitReports.reason') })}
        </FormHelperText>
      )}
    </FormControl>
  );
}
