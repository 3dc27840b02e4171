import { Button, Card, Typography } from '@mui/material';
import { Component, type ReactNode, useEffect } from 'react';
import { getConnectionErrorText } from '../dataProvider/connectionError.ts';
import { translate } from '../i18n/provider.ts';

/** Reports a failed screen and offers a reload. */
export function ScreenError() {
  // If a file of the screen could not be fetched, reload once online.
  useEffect(() => {
    if (navigator.onLine) return;
    const again = () => location.reload();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  return (
    <Card role="alert" sx={{ p: 4, display: 'grid', justifyItems: 'start', gap: 2 }}>
      <Typography color="error">{getConnectionErrorText('errors.crash')}</Typography>
      <Button variant="outlined" onClick={() => location.reload()}>
        {translate('list.retry')}
      </Button>
    </Card>
  );
}

/** Keeps the menu when a screen fails. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? <ScreenError /> : this.props.children;
  }
}
