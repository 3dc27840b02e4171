import type { Messages } from 'portal-frame/wire';
import type en from './en.ts';

const es: Messages<typeof en> = {
  documents: { page: 'Página %{page} de %{count}' },
};

export default es;
