import { Portal, prepare as prepareFor } from 'portal-frame/browser';
import { authProvider } from './authProvider/index.ts';
import { dataProvider } from './dataProvider/index.ts';

export default function App() {
  return <Portal authProvider={authProvider} dataProvider={dataProvider} />;
}

export const prepare = (): Promise<void> => prepareFor({ dataProvider });
