import { Portal, prepare as prepareFor } from '../frame/Portal.tsx';
import { authProvider } from './authProvider/index.ts';
import { dataProvider } from './dataProvider/index.ts';

/** What is behind the sign-in. */
export default function App() {
  return <Portal authProvider={authProvider} dataProvider={dataProvider} />;
}

/** Called before it is first drawn. */
export const prepare = (): Promise<void> => prepareFor({ dataProvider });
