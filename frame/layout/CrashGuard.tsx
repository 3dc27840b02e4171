import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Component, type ReactNode, useEffect } from 'react';
import { lostText } from '../dataProvider/lost.ts';
import { translate } from '../i18n/provider.ts';

/** Says that a screen failed, and offers to try again. */
export function Crashed() {
  // A file of the screen that could not be fetched comes with the network.
  useEffect(() => {
    if (navigator.onLine) return;
    const again = () => location.reload();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  return (
    <Card role="alert" sx={{ p: 4, display: 'grid', justifyItems: 'start', gap: 2 }}>
      <Typography color="error">{lostText('errors.crash')}</Typography>
      <Button variant="outlined" onClick={() => location.reload()}>
        {translate('list.retry')}
      </Button>
    </Card>
  );
}

/** Keeps a screen that fails from taking the menu with it. */
export class CrashGuard extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <Crashed /> : this.props.children;
  }
}
