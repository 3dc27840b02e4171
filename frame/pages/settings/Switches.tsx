import { useMutation } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { request } from '../../dataProvider/request.ts';
import { useProfileCache } from '../../layout/useProfile.ts';
import { askToConfirm } from '../../notify/askToConfirm.ts';
import { toast } from '../../notify/toast.ts';
import { hasFeature } from '../../session/session.ts';
import { useFailure } from '../../views/shared/useFailure.ts';
import type { Role } from '../../wire/call.ts';
import { accountCalls } from '../../wire/calls/accountCalls.ts';
import type { Profile } from '../../wire/profiles.ts';
import { asObject } from '../../wire/wireValues.ts';
import { SwitchLine } from './SwitchLine.tsx';

/** Settings stored by the host: flag of the profile, and the call that toggles it. */
const SERVER_SETTINGS = {
  activate: { flag: 'isActive', call: accountCalls.toggleAccount },
  notifications: { flag: 'isNotification', call: accountCalls.toggleNotification },
} as const;

interface ServerSwitchProps {
  name: keyof typeof SERVER_SETTINGS;
  role: Role;
  /** Until it is loaded, the switch is on. */
  profile: Profile | undefined;
}

/** A switch that flips after the host has confirmed (spec 4). Deactivating one's own account asks first. */
export function ServerSwitch({ name, role, profile }: ServerSwitchProps) {
  const t = useTranslate();
  const fail = useFailure();
  const { set } = useProfileCache(role);
  const [own, setOwn] = useState<boolean>();
  const { flag, call } = SERVER_SETTINGS[name];
  const on = profile?.[flag] ?? own ?? true;
  // Spec 2 has no such question, so it appears only with our own host.
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
  const toggle = async () => {
    const words = { title: 'settings.deactivate', confirm: 'settings.deactivateYes' };
    if (!asks || (await askToConfirm(t('settings.deactivateText'), words))) mutate();
  };
  return <SwitchLine name={name} on={on} busy={isPending} onToggle={toggle} />;
}

/** A switch without effect: its state is kept on this screen only (spec 4). */
export function LocalSwitch({ name, initial }: { name: 'privacy' | 'twoFactor'; initial: boolean }) {
  const t = useTranslate();
  const [own, setOwn] = useState<boolean>();
  const on = own ?? initial;
  const toggle = () => {
    setOwn(!on);
    toast.success(t('toasts.toggled', { setting: t(`settings.${name}`) }));
  };
  return <SwitchLine name={name} on={on} onToggle={toggle} />;
}
