import { lazy, Suspense, useEffect, useState } from 'react';
import { onToastsWanted } from '../notify/toast.ts';
import { onFirstInput } from './firstInput.ts';

const ToastStack = lazy(() => import('./ToastStack.tsx'));

/** Where toasts appear. Mounted once, around nothing; it weighs nothing until it is wanted. */
export function Toasts() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    const want = () => setWanted(true);
    onToastsWanted(want);
    return onFirstInput(want);
  }, []);
  return (
    wanted && (
      <Suspense fallback={null}>
        <ToastStack />
      </Suspense>
    )
  );
}
