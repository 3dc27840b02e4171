import { useEffect, useState } from 'react';
import { onToastsNeeded } from '../notify/toast.ts';
import { lazyComponent } from '../parts/lazyComponent.tsx';
import { onFirstInput } from './firstInput.ts';
import './toasts.css';

const ToastStack = lazyComponent(() => import('./ToastStack.tsx'));

/** Loads the toast stack with the first toast or the first input. */
export function Toasts() {
  const [needed, setNeeded] = useState(false);
  useEffect(() => {
    const show = () => setNeeded(true);
    onToastsNeeded(show);
    return onFirstInput(show);
  }, []);
  return needed && <ToastStack />;
}
