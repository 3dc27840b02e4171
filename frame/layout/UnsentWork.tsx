import { useTranslate } from 'ra-core';
import { Confirm } from 'react-admin';
import { describeUnsent } from '../session/notifyLostWork.ts';
import { getUnsentCounts } from '../session/unsentWork.ts';

interface UnsentWorkProps {
  onLeave: () => void;
  onStay: () => void;
}

export default function UnsentWork({ onLeave, onStay }: UnsentWorkProps) {
  const t = useTranslate();
  return (
    <Confirm
      isOpen
      title={describeUnsent(getUnsentCounts()).join(', ')}
      content={t('unsent.text')}
      cancel={t('idle.stay')}
      confirm={t('unsent.leave')}
      confirmColor="warning"
      onClose={onStay}
      onConfirm={onLeave}
    />
  );
}
