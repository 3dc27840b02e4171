import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import type { Command } from './commands.tsx';

const KEY = ['palette', 'recent'];
const MOST = 5;

/**
 * What was chosen last, the newest first, and what notes it. It is in memory alone, and goes with the session: it may
 * name people.
 */
export function useRecent(): [recent: Command[], remember: (command: Command) => void] {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const kept = queryClient.getQueryData<Command[]>(KEY) ?? [];
  const remember = (command: Command) => {
    if (!command.lasting) return;
    const others = kept.filter(({ key }) => key !== command.key);
    queryClient.setQueryDefaults(KEY, { gcTime: Number.POSITIVE_INFINITY });
    queryClient.setQueryData(KEY, [{ ...command, group: t('palette.recent') }, ...others].slice(0, MOST));
  };
  return [kept, remember];
}
