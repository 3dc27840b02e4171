import { useTranslate } from 'ra-core';
import { Confirm } from 'react-admin';
import { photosWaiting } from '../device/waiting.ts';

interface UnsentPhotosProps {
  onLeave: () => void;
  onStay: () => void;
}

/** Asks before signing out deletes photos that the host does not have yet. */
export default function UnsentPhotos({ onLeave, onStay }: UnsentPhotosProps) {
  const t = useTranslate();
  return (
    <Confirm
      isOpen
      title={t('runSheet.unsent', { smart_count: photosWaiting() })}
      content={t('runSheet.unsentText')}
      cancel={t('idle.stay')}
      confirm={t('runSheet.leave')}
      confirmColor="warning"
      onClose={onStay}
      onConfirm={onLeave}
    />
  );
}
