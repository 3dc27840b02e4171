import { Button } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { callQuery } from '../../../dataProvider/callQuery.ts';
import type { Translate } from '../../../i18n/translateMessage.ts';
import { useFormatMoment } from '../../../parts/useFormatMoment.ts';
import { isOffered } from '../../../session/session.ts';
import { type JobRun, jobCalls, readJobs } from '../../../wire/calls/jobCalls.ts';
import { SettingsCard } from '../SettingsCard.tsx';
import { SettingsList } from '../SettingsLine.tsx';
import { LogDialog } from './LogDialog.tsx';

/** Returns the name of a job in the current language, if the app has a text for it. */
const translateJob = (t: Translate, name: string) => t(`jobs.names.${name}`, { _: name });
const getChip = (t: Translate, run: JobRun | undefined) =>
  run && run.state !== 'done' ? t(`jobs.states.${run.state}`) : undefined;

/** The background jobs with their last and next run, and the log of runs. */
export default function Jobs() {
  const t = useTranslate();
  const formatMoment = useFormatMoment();
  const enabled = isOffered(jobCalls.jobs);
  const { data } = useQuery({ ...callQuery(['jobs'], jobCalls.jobs, readJobs), enabled });
  const [isOpen, setIsOpen] = useState(false);
  if (!data?.jobs.length) return null;
  return (
    <SettingsCard name="jobs" title={t('jobs.title')} hint={t('jobs.hint')}>
      <SettingsList
        entries={data.jobs.map(({ name, nextAt, last }) => ({
          ...{ id: name, title: translateJob(t, name), chip: getChip(t, last) },
          details: [
            last ? t('jobs.last', { time: formatMoment(last.startedAt) }) : t('jobs.never'),
            nextAt && t('jobs.next', { time: formatMoment(nextAt) }),
          ],
        }))}
      />
      <Button variant="outlined" onClick={() => setIsOpen(true)} sx={{ mt: 1 }}>
        {t('jobs.log')}
      </Button>
      {isOpen && (
        <LogDialog
          title={t('jobs.log')}
          empty={t('jobs.empty')}
          entries={data.runs.map((run) => ({
            ...{ id: run.id, title: translateJob(t, run.name), chip: getChip(t, run) },
            details: [formatMoment(run.startedAt), run.result],
          }))}
          onClose={() => setIsOpen(false)}
        />
      )}
    </SettingsCard>
  );
}
