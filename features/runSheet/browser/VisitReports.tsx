import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ActionProps, Field } from 'portal-frame';
import { callQuery, getResource, ListError, useFormatMoment, Value } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { VISIT_STATES } from '../../../src/wire/choices.ts';
import { readReports, type VisitReport, visitReportCalls } from '../wire/visitReportApi.ts';

/** Reports of an appointment in the host's order: oldest first. */
export default function VisitReports({ record }: ActionProps) {
  const t = useTranslate();
  const count = Number(record.reports) || 0;
  const params = { id: record.id };
  const queryKey = ['appointments', 'reports', record.id, count];
  const { data, error, refetch } = useQuery({
    ...callQuery(queryKey, visitReportCalls.visitReports, readReports, { params }),
    enabled: count > 0,
    placeholderData: keepPreviousData,
  });
  if (count === 0) return null;
  return (
    <section className="details">
      <h3>{t('visitReports.title')}</h3>
      {error && !data && <ListError message={error.message} onRetry={refetch} />}
      <ol className="history">
        {data?.map((report) => (
          <ReportItem key={report.id} report={report} />
        ))}
      </ol>
    </section>
  );
}

function ReportItem({ report: { id, kind, reason, note, at, by } }: { report: VisitReport }) {
  const t = useTranslate();
  const formatMoment = useFormatMoment();
  // Notes and labels are not states.
  const isState = (VISIT_STATES as readonly string[]).includes(kind);
  return (
    <li>
      <div className="history-head">
        {isState ? (
          <Value field={getResource('appointments').fields.visitState as Field} source="kind" record={{ id, kind }} />
        ) : (
          <strong>{t(`visitReports.kinds.${kind}`)}</strong>
        )}
        <time dateTime={at}>{formatMoment(at)}</time>
        <span>{by}</span>
      </div>
      {reason && <div className="report-words">{t(`visitReports.reasons.${reason}`)}</div>}
      {note && <div className="report-words">{note}</div>}
    </li>
  );
}
