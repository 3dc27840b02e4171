import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import { Box, CircularProgress, Typography } from '@mui/material';

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
