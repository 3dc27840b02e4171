import { asNumber, asObject, type Call } from 'portal-frame';
import { useCall } from 'portal-frame/browser';
import type { Figures } from './StatCards.tsx';

const readFigures = (data: unknown): Figures =>
  Object.fromEntries(Object.entries(asObject(data)).map(([name, value]) => [name, asNumber(value)]));

/** Fetches the figures of a dashboard. Refetches after changes of appointments and the resources named in `beside`. */
export function useFigures(call: Call, ...beside: string[]) {
  const { data, error, refetch } = useCall(['appointments', 'figures', call.path, ...beside], call, readFigures);
  return { figures: data, error, onRetry: refetch };
}
