import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';

interface EnterProps {
  text: string;
  /** True while results for this text are loading. Visible options may belong to older text. */
  loading: boolean;
  /** Enter was already pressed on the initial text. */
  enterPressed?: boolean;
  /** Takes the first option. */
  onEnter: () => void;
}

/** Handles Enter while an Autocomplete loads: waits for the text's results, unless an option was highlighted. */
export function useEnterWhileLoading({ text, loading, enterPressed = false, onEnter }: EnterProps) {
  const [awaited, setAwaited] = useState(enterPressed ? text : null);
  /** Text for which the user last moved the highlight. */
  const aimed = useRef<string | null>(null);
  const onSure = useEffectEvent(() => {
    setAwaited(null);
    if (awaited === text) onEnter();
  });
  useEffect(() => {
    if (awaited !== null && !loading) onSure();
  }, [awaited, loading]);
  return {
    onHighlightChange: () => {
      aimed.current = text;
      setAwaited(null);
    },
    onKeyDown: (event: KeyboardEvent & { defaultMuiPrevented?: boolean }) => {
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || !loading || aimed.current === text) return;
      event.preventDefault();
      event.defaultMuiPrevented = true;
      setAwaited(text);
    },
  };
}
