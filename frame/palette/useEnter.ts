import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

interface EnterProps {
  text: string;
  /** Whether what this text finds is still being looked for: what stands there until then may be of other letters. */
  loading: boolean;
  /** Whether Enter was pressed on the text before. */
  enterPressed?: boolean;
  /** Takes the first of what was found. */
  onEnter: () => void;
}

/**
 * Enter in an Autocomplete that highlights its first option, where options come later than letters: it takes the first
 * once it is sure, unless the text has changed by then. A line chosen by the arrows or the mouse is taken at once.
 */
export function useEnter({ text, loading: unsure, enterPressed: entered = false, onEnter: take }: EnterProps) {
  const [awaited, setAwaited] = useState(entered ? text : null);
  /** The text whose options the person has moved in. */
  const aimed = useRef<string | null>(null);
  const onSure = useEffectEvent(() => {
    setAwaited(null);
    if (awaited === text) take();
  });
  useEffect(() => {
    if (awaited !== null && !unsure) onSure();
  }, [awaited, unsure]);
  return {
    onHighlightChange: () => {
      aimed.current = text;
      setAwaited(null);
    },
    onKeyDown: (event: KeyboardEvent & { defaultMuiPrevented?: boolean }) => {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || !unsure || aimed.current === text) return;
      event.preventDefault();
      event.defaultMuiPrevented = true;
      setAwaited(text);
    },
  };
}
