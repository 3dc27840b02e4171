import { Portal, prepare as prepareFor } from '../frame/Portal.tsx';
import { authProvider } from './authProvider/index.ts';
import { dataProvider } from './dataProvider/index.ts';

export default function App() {
  return <Portal authProvider={authProvider} dataProvider={dataProvider} />;
}

export const prepare = (): Promise<void> => prepareFor({ dataProvider });
