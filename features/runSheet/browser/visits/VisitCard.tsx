import Call from '@mui/icons-material/CallOutlined';
import Mail from '@mui/icons-material/MailOutlined';
import Place from '@mui/icons-material/PlaceOutlined';
import { Box, Button, Card, Chip, Link, Typography } from '@mui/material';
import {
  formatDayAndTime,
  getResource,
  hasFeature,
  mailTo,
  PersonPhoto,
  StateChip,
  showValue,
  useIntl,
} from 'portal-frame/browser';
import { formatPhone } from 'portal-frame/wire';
import { useTranslate } from 'ra-core';
import { type ReactNode, use, useId, useState } from 'react';
import { isCompleted } from '../../../../src/dashboards/today/todayQuery.ts';
import type { Appointment } from '../../../../src/wire/appointments/appointmentRecord.ts';
import type { Queue } from '../device/offlineQueue.ts';
import { VisitOrders } from '../runSheetPlaces.ts';
import { Documents, useStoredFile } from './Documents.tsx';
import { PhotoPart } from './PhotoPart.tsx';
import { QueuedReports } from './QueuedReports.tsx';
import { ReportButtons } from './ReportButtons.tsx';
import { THUMB_SIZE } from './TakePhoto.tsx';

const appointments = getResource('appointments');

interface VisitCardProps {
  /** With its state on this device. */
  visit: Appointment;
  queue: Queue;
  next: boolean;
  offline: boolean;
}

export function VisitCard({ visit, queue, next, offline }: VisitCardProps) {
  const t = useTranslate();
  const id = useId();
  const { Order, findObstacles } = use(VisitOrders);
  const photo = queue.photos.find(({ appointment }) => appointment === visit.id);
  const reports = queue.reports.filter(({ appointment }) => appointment === visit.id);
  const done = isCompleted(visit) || (photo !== undefined && !visit.visitState);
  const [open, setOpen] = useState(false);
  const pending = visit.status === 'Pending';
  const reporting = pending && hasFeature('visitReports') && (!done || open);
  const photoPart = (pending || visit.trackingImage || photo) && (
    <PhotoPart visit={visit} photo={photo} sending={queue.sending} main={next && !reporting} />
  );
  return (
    <Card
      component="li"
      aria-labelledby={id}
      aria-current={next ? 'time' : undefined}
      sx={{
        p: 2,
        display: 'flex',
        flexDirection: 'column',
        gap: 1.5,
        // Not clipped, so that the main button can stick to the window. What has the focus stays above it.
        overflow: 'visible',
        '& a, & button': { scrollMarginBottom: THUMB_SIZE + 16 },
        borderColor: next ? 'primary.main' : undefined,
        boxShadow: next ? (theme) => `inset 0 0 0 1px ${(theme.vars ?? theme).palette.primary.main}` : undefined,
        bgcolor: done ? 'background.default' : undefined,
      }}
    >
      <VisitHead visit={visit} next={next} done={done} />
      <Patient visit={visit} id={id} quiet={done} />
      {(!done || open) && (
        <Details visit={visit} offline={offline}>
          {Order && (
            <Order
              visit={visit}
              offline={offline}
              // A forgotten label can be bound after the visit.
              reports={
                reporting && (visit.visitState === 'started' || visit.visitState === 'done') ? reports : undefined
              }
            />
          )}
        </Details>
      )}
      <QueuedReports reports={reports} sending={queue.sending} />
      {reporting ? (
        <ReportButtons
          visit={visit}
          main={next}
          offersPhoto={!visit.trackingImage && !photo}
          photo={photoPart}
          obstacles={findObstacles(visit, reports)}
        />
      ) : (
        photoPart
      )}
      {done && (
        <Button aria-expanded={open} onClick={() => setOpen(!open)} sx={{ alignSelf: 'start' }}>
          {t(open ? 'runSheet.less' : 'runSheet.more')}
        </Button>
      )}
    </Card>
  );
}

const nextChipStyles = { bgcolor: 'primary.main', color: 'primary.contrastText' };

/** Time, state and priority of a visit. */
function VisitHead({ visit, next, done }: Pick<VisitCardProps, 'visit' | 'next'> & { done: boolean }) {
  const t = useTranslate();
  const intl = useIntl();
  const show = (field: 'status' | 'priorityLevel' | 'visitState') =>
    showValue(appointments.fields[field], visit[field], intl);
  const state = (visit.status === 'Pending' && show('visitState')) || show('status');
  const priority = show('priorityLevel');
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
      <Typography
        component="span"
        sx={{ fontSize: 20, fontWeight: 650, fontVariantNumeric: 'tabular-nums', mr: 'auto' }}
        color={done ? 'textSecondary' : undefined}
      >
        {formatDayAndTime(visit.appointmentDateTime, intl).time}
      </Typography>
      {next && <Chip size="small" label={t('runSheet.next')} sx={nextChipStyles} />}
      {state?.tone && <StateChip value={state.tone} label={state.text} look={state.look} />}
      {priority?.tone && !done && <StateChip value={priority.tone} label={priority.text} />}
    </Box>
  );
}

function Patient({ visit, id, quiet }: { visit: Appointment; id: string; quiet: boolean }) {
  const photo = useStoredFile(visit.image);
  const intl = useIntl();
  const gender = showValue(appointments.fields.gender, visit.gender, intl)?.text;
  const under = [visit.age, gender ?? '', visit.laboratory].filter((one) => one !== null && one !== '');
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, minWidth: 0 }}>
      <PersonPhoto name={visit.patientName} image={photo ?? visit.image} size={44} />
      <Box sx={{ minWidth: 0 }}>
        <Typography
          component="h2"
          id={id}
          color={quiet ? 'textSecondary' : undefined}
          sx={{ fontSize: 16, fontWeight: 650, overflowWrap: 'anywhere' }}
        >
          {visit.patientName}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {under.join(' · ')}
        </Typography>
      </Box>
    </Box>
  );
}

function Details({ visit, offline, children }: { visit: Appointment; offline: boolean; children: ReactNode }) {
  const t = useTranslate();
  const intl = useIntl();
  const address = showValue(appointments.fields.address, visit.address, intl);
  return (
    <>
      {visit.facility && <Typography sx={{ overflowWrap: 'anywhere' }}>{visit.facility}</Typography>}
      {address && (
        <Link href={address.href} target="_blank" rel="noreferrer" sx={{ overflowWrap: 'anywhere' }}>
          {address.text}
        </Link>
      )}
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' }}>
        <ContactButton href={address?.href} icon={<Place />} way="map" name={visit.patientName} />
        <ContactButton
          href={formatPhone(visit.contactNumber).href}
          icon={<Call />}
          way="call"
          name={visit.patientName}
        />
        <ContactButton href={visit.email && mailTo(visit.email)} icon={<Mail />} way="mail" name={visit.patientName} />
      </Box>
      {visit.specialInstructions && (
        <Box sx={{ borderLeft: 3, borderColor: 'warning.main', pl: 1.5 }}>
          <Typography variant="body2" color="textSecondary">
            {t('runSheet.instructions')}
          </Typography>
          <Typography sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{visit.specialInstructions}</Typography>
        </Box>
      )}
      {children}
      <Documents paths={visit.documents} offline={offline} />
    </>
  );
}

interface ContactButtonProps {
  href: string | undefined;
  icon: ReactNode;
  way: 'map' | 'call' | 'mail';
  name: string;
}

/** Opens the phone's map, dialler or mail. Keeps its grid cell if unknown. */
function ContactButton({ href, icon, way, name }: ContactButtonProps) {
  const t = useTranslate();
  if (!href) return <span />;
  const away = href.startsWith('http') && { target: '_blank', rel: 'noreferrer' };
  return (
    <Button
      variant="outlined"
      href={href}
      {...away}
      startIcon={icon}
      aria-label={t(`runSheet.${way}Who`, { name })}
      sx={{ minHeight: THUMB_SIZE, px: 1 }}
    >
      {t(`runSheet.${way}`)}
    </Button>
  );
}
