import { useMutation } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { Confirm } from 'react-admin';
import { request } from '../../dataProvider/request.ts';
import { useProfileCache } from '../../layout/useProfile.ts';
import { toast } from '../../notify/toast.ts';
import { hasFeature } from '../../session/session.ts';
import { useFailure } from '../../views/shared/useFailure.ts';
import { accountCalls, type Profile } from '../../wire/accountCalls.ts';
import type { Role } from '../../wire/call.ts';
import { asObject } from '../../wire/wireValues.ts';
import { SwitchLine } from './SwitchLine.tsx';

/** The settings that the host keeps: the flag of the profile they show, and the call that flips it. */
const SERVER_SETTINGS = {
  activate: { flag: 'isActive', call: accountCalls.toggleAccount },
  notifications: { flag: 'isNotification', call: accountCalls.toggleNotification },
} as const;

interface ServerSwitchProps {
  name: keyof typeof SERVER_SETTINGS;
  role: Role;
  /** Undefined before it is loaded: the switch is on. */
  profile: Profile | undefined;
}

/** A setting that flips only once the host has done so (spec 4). Barring oneself from signing in is asked about first. */
export function ServerSwitch({ name, role, profile }: ServerSwitchProps) {
  const t = useTranslate();
  const fail = useFailure();
  const { set } = useProfileCache(role);
  const [own, setOwn] = useState<boolean>();
  const [asking, setAsking] = useState(false);
  const { flag, call } = SERVER_SETTINGS[name];
  const on = profile?.[flag] ?? own ?? true;
  // Spec 2 knows no question; our own host wants to know who asks as well.
  const asks = name === 'activate' && on && hasFeature('reauthenticate');
  const { mutate, isPending } = useMutation({
    mutationFn: () => request(call),
    onSuccess: (data) => {
      const saved = asObject(data)[flag];
      const next = typeof saved === 'boolean' ? saved : !on;
      setOwn(next);
      set({ [flag]: next });
      toast.success(t('toasts.toggled', { setting: t(`settings.${name}`) }));
    },
    onError: fail,
  });
  return (
    <>
      <SwitchLine name={name} on={on} busy={isPending} onToggle={() => (asks ? setAsking(true) : mutate())} />
      <Confirm
        isOpen={asking}
        title={t('settings.deactivate')}
        content={t('settings.deactivateText')}
        cancel={t('form.cancel')}
        confirm={t('settings.deactivateYes')}
        confirmColor="warning"
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          mutate();
        }}
      />
    </>
  );
}

/** A setting that is kept on this screen only; `before` is what it shows until it is changed (spec 4). */
export function LocalSwitch({ name, before }: { name: 'privacy' | 'twoFactor'; before: boolean }) {
  const t = useTranslate();
  const [own, setOwn] = useState<boolean>();
  const on = own ?? before;
  const toggle = () => {
    setOwn(!on);
    toast.success(t('toasts.toggled', { setting: t(`settings.${name}`) }));
  };
  return <SwitchLine name={name} on={on} onToggle={toggle} />;
}
