import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import type { Command } from './commands.tsx';

const RECENT_KEY = ['palette', 'recent'];
const MAX_RECENT = 5;

/** Recently chosen commands, newest first. Kept in memory only, because they may contain names. */
export function useRecentCommands(): [recent: Command[], remember: (command: Command) => void] {
  const t = useTranslate();
  const queryClient = useQueryClient();
  const kept = queryClient.getQueryData<Command[]>(RECENT_KEY) ?? [];
  const remember = (command: Command) => {
    if (!command.isDestination) return;
    const others = kept.filter(({ key }) => key !== command.key);
    queryClient.setQueryDefaults(RECENT_KEY, { gcTime: Number.POSITIVE_INFINITY });
    queryClient.setQueryData(RECENT_KEY, [{ ...command, group: t('palette.recent') }, ...others].slice(0, MAX_RECENT));
  };
  return [kept, remember];
}
