import { Box, GlobalStyles } from '@mui/material';
import { formatDay, formatDayAndTime, getResource, getToday, showValue, useIntl } from 'portal-frame/browser';
import { formatPhone } from 'portal-frame/wire';
import { useTranslate } from 'ra-core';
import type { Appointment } from '../../../../src/wire/appointments/appointmentRecord.ts';

const appointments = getResource('appointments');

/** Only the sheet is printed, black on white in both themes. */
const pageStyles = {
  '@page': { margin: '14mm' },
  '@media print': {
    body: { background: '#fff !important' },
    ':has(> [data-paper]) > :not([data-paper])': { display: 'none !important' },
  },
};

export function PrintedDay({ visits }: { visits: readonly Appointment[] }) {
  const t = useTranslate();
  const intl = useIntl();
  const heads = ['time', 'patient', 'where', 'heed', 'made'] as const;
  return (
    <>
      <GlobalStyles styles={pageStyles} />
      <Box data-paper sx={sheetStyles}>
        <h1>
          {t('runSheet.title')}, {formatDay(getToday(intl.timeZone), intl)}
        </h1>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {t(`runSheet.paper.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {visits.map((visit) => {
              const textOf = (field: 'priorityLevel' | 'status' | 'dateOfBirth' | 'gender') =>
                showValue(appointments.fields[field], visit[field], intl)?.text;
              return (
                <tr key={visit.id}>
                  <td>
                    <strong>{formatDayAndTime(visit.appointmentDateTime, intl).time}</strong>
                    <br />
                    {textOf('priorityLevel')}
                  </td>
                  <td>
                    <strong>{visit.patientName}</strong>
                    <br />
                    {[textOf('dateOfBirth'), textOf('gender')].filter(Boolean).join(', ')}
                    <br />
                    {visit.laboratory}
                  </td>
                  <td>
                    {visit.address}
                    <br />
                    {formatPhone(visit.contactNumber).text}
                  </td>
                  <td>{visit.specialInstructions}</td>
                  <td>{visit.status === 'Pending' ? '☐' : textOf('status')}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Box>
    </>
  );
}

const sheetStyles = {
  display: 'none',
  '@media print': { display: 'block', color: '#000', background: '#fff' },
  '& h1': { fontSize: 18, m: 0, mb: 1.5 },
  '& table': { width: 1, borderCollapse: 'collapse', fontSize: 12, tableLayout: 'fixed' },
  '& th, & td': {
    textAlign: 'left',
    verticalAlign: 'top',
    border: '1px solid #888',
    p: 0.75,
    overflowWrap: 'anywhere',
  },
  '& th:first-of-type': { width: '12%' },
  '& th:last-of-type': { width: '14%' },
  '& tr': { breakInside: 'avoid' },
} as const;
