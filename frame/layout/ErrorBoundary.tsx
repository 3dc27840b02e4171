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

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Shown instead of failed children. Default: the report of a failed screen. */
  fallback?: ReactNode;
}

/** Limits a failure, such as a file that cannot be fetched, to its children. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { children, fallback = <ScreenError /> } = this.props;
    return this.state.failed ? fallback : children;
  }
}
