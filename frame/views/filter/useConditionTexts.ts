import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import { withConditionTexts } from '../../i18n/conditionTexts.ts';
import type { Translate } from '../../i18n/translateMessage.ts';

export function useConditionTexts(): Translate {
  const t = useTranslate();
  return useMemo(() => withConditionTexts(t), [t]);
}
