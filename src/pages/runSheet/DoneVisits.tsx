import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { Box, Button } from '@mui/material';
import { useTranslate } from 'ra-core';
import { type ReactNode, useId, useState } from 'react';
import { THUMB_SIZE } from './TakePhoto.tsx';

export function DoneVisits({ count, children }: { count: number; children: () => ReactNode }) {
  const t = useTranslate();
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Button
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        startIcon={<CheckCircle color="success" />}
        endIcon={<ExpandMore sx={{ ml: 'auto', transform: open ? 'rotate(180deg)' : undefined }} />}
        variant="outlined"
        color="inherit"
        fullWidth
        sx={{
          minHeight: THUMB_SIZE,
          justifyContent: 'flex-start',
          bgcolor: 'background.paper',
          '& .MuiButton-endIcon': { ml: 'auto' },
        }}
      >
        {t('runSheet.done', { smart_count: count })}
      </Button>
      {open && <div id={id}>{children()}</div>}
    </Box>
  );
}
