import { useQueryClient } from '@tanstack/react-query';
import { getFilteredPath, isOffered, requestData, toast } from 'portal-frame/browser';
import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { dispatchCalls } from '../../wire/dispatchApi.ts';

/** Resources whose changes may speak against booked visits. */
const RULES = [
  'timeOff',
  'closedDays',
  'shifts',
  'credentials',
  'skills',
  'workRules',
  'zones',
  'employees',
  'laboratories',
];

/** After a change of people, days or rules, tells which visits need somebody, and leads to them. Draws nothing. */
export default function ConflictWatch() {
  const t = useTranslate();
  const navigate = useNavigate();
  const client = useQueryClient();
  useEffect(() => {
    if (!isOffered(dispatchCalls.appointmentCounts)) return;
    const tell = async () => {
      const { conflicts } = await requestData(dispatchCalls.appointmentCounts);
      if (!conflicts) return;
      const run = () => navigate(getFilteredPath('/appointments', { tab: 'conflicts' }));
      toast.warning(t('plan.haveConflicts', { smart_count: conflicts }), { label: t('plan.showThem'), run });
    };
    return client.getMutationCache().subscribe(({ type, mutation }) => {
      if (type !== 'updated' || mutation?.state.status !== 'success') return;
      const { resource } = (mutation.state.variables ?? {}) as { resource?: string };
      // A failed count is no failure of the change; the tab shows the conflicts all the same.
      if (RULES.includes(resource ?? '')) tell().catch(() => undefined);
    });
  }, [client, navigate, t]);
  return null;
}
