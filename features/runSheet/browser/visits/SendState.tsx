import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import { Box, Button, CircularProgress, Typography } from '@mui/material';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { THUMB_SIZE } from './TakePhoto.tsx';
import { discardQueued } from './useQueue.ts';

const stateStyles = {
  waiting: { color: 'warning', icon: <CloudOff fontSize="small" /> },
  sending: { color: 'info', icon: <CircularProgress size={18} color="inherit" aria-hidden /> },
  sent: { color: 'success', icon: <CheckCircle fontSize="small" /> },
  refused: { color: 'error', icon: <ErrorOutline fontSize="small" /> },
} as const;
type State = keyof typeof stateStyles;

export const getSendState = ({ id, refused }: { id: string; refused?: string }, sending: string | null): State =>
  id === sending ? 'sending' : refused === undefined ? 'waiting' : 'refused';

export function SendState({ state, children }: { state: State; children: string }) {
  const { color, icon } = stateStyles[state];
  return (
    <Box
      role="status"
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: 1,
        px: 1.5,
        py: 1,
        minHeight: 40,
        borderRadius: 2,
        bgcolor: `${color}.soft`,
        color: `${color}.strong`,
      }}
    >
      {icon}
      <Typography variant="body2" color="inherit" sx={{ fontWeight: 500, overflowWrap: 'anywhere', minWidth: 0 }}>
        {children}
      </Typography>
    </Box>
  );
}

interface QueuedItemProps {
  item: { id: string; refused?: string };
  /** Id of the item that is being sent. */
  sending: string | null;
  getText: (state: State) => string;
  /** Name of an item that can be discarded before it is refused. */
  name?: string;
  children?: ReactNode;
}

/** State of an item that is not sent yet, with a button that discards it. */
export function QueuedItem({ item, sending, getText, name, children }: QueuedItemProps) {
  const t = useTranslate();
  const state = getSendState(item, sending);
  const discard = t('runSheet.discard');
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      {children}
      <SendState state={state}>{getText(state)}</SendState>
      {(state === 'refused' || (name !== undefined && state === 'waiting')) && (
        <Button
          variant="outlined"
          aria-label={name && t('list.of', { what: discard, name })}
          onClick={() => discardQueued(item.id)}
          sx={{ justifySelf: 'start', minHeight: THUMB_SIZE }}
        >
          {discard}
        </Button>
      )}
    </Box>
  );
}
