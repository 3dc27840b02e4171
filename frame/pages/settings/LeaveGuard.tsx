import { useTranslate } from 'ra-core';
import { type RefObject, useCallback } from 'react';
import { Confirm } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { useBeforeUnload, useBlocker } from 'react-router';
import { currentSession } from '../../session/session.ts';

/** Asks before a dialog with unsaved changes closes: by Cancel, Escape, Back or a link. */
export function LeaveGuard({ saved }: { saved: RefObject<boolean> }) {
  const t = useTranslate();
  const { dirtyFields } = useFormState();
  const dirty = Object.keys(dirtyFields).length > 0;
  // Without a session nothing can be saved.
  const blocker = useBlocker(() => dirty && !saved.current && currentSession() !== null);
  useBeforeUnload(
    useCallback(
      (event) => {
        if (dirty) event.preventDefault();
      },
      [dirty],
    ),
  );
  return (
    <Confirm
      isOpen={blocker.state === 'blocked'}
      title={t('form.leave')}
      content={t('form.leaveText')}
      cancel={t('form.stay')}
      confirm={t('form.leaveYes')}
      confirmColor="warning"
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
