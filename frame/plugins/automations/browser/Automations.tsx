import { useQuery } from '@tanstack/react-query';
import { callQuery, isOffered, SettingsCard } from 'portal-frame/browser';
import { SettingsList } from 'portal-frame/browser/settings';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useState } from 'react';
import { readAutomations, webhookCalls } from '../wire/webhookCalls.ts';

const DeliveryLog = lazy(() => import('./DeliveryLog.tsx'));

/** Returns the name of an automation in the current language, if the app has a text for it. */
const translateAutomation = (t: ReturnType<typeof useTranslate>, id: string) => t(`automations.${id}.name`, { _: id });

/** The automations of all resources, each with its log. */
export default function Automations() {
  const t = useTranslate();
  const enabled = isOffered(webhookCalls.automations);
  const { data } = useQuery({ ...callQuery(['automations'], webhookCalls.automations, readAutomations), enabled });
  const [logged, setLogged] = useState<string>();
  if (!data?.length) return null;
  return (
    <SettingsCard name="automations" title={t('automations.title')} hint={t('automations.hint')}>
      <SettingsList
        entries={data.map(({ id, effects, failing }) => {
          const name = translateAutomation(t, id);
          return {
            ...{ id, title: name, chip: failing > 0 ? t('webhooks.failing') : undefined },
            details: [effects.map((effect) => t(`automations.effects.${effect}`)).join(', ')],
            button: { label: t('webhooks.log'), name: t('webhooks.logOf', { name }), onClick: () => setLogged(id) },
          };
        })}
      />
      <Suspense fallback={null}>
        {logged && (
          <DeliveryLog
            of="automations"
            id={logged}
            name={translateAutomation(t, logged)}
            onClose={() => setLogged(undefined)}
          />
        )}
      </Suspense>
    </SettingsCard>
  );
}
