import { useEffect } from 'react';
import { lazyComponent } from '../parts/lazyComponent.tsx';
import { useIdle } from './useIdle.ts';

interface IdleProps {
  minutes: number;
  onTimeout: () => void;
  onLogout: () => void;
}

// Without its file, which a new release may have removed, the logout comes unannounced instead of an error screen.
const IdleDialog = lazyComponent(() => import('./IdleDialog.tsx').catch(() => ({ default: () => null })));

/** Warns an idle user before the automatic logout. */
export default function Idle({ minutes, onTimeout, onLogout }: IdleProps) {
  const { left, stay } = useIdle(minutes);
  useEffect(() => {
    if (left === 0) onTimeout();
  }, [left, onTimeout]);
  if (!left) return null;
  return <IdleDialog left={left} onStay={stay} onLogout={onLogout} />;
}
