import { Box } from '@mui/material';
import { getBrandMark } from '../theme/brandMark.ts';

export function AppLogo({ size = 36 }: { size?: number }) {
  const { fill, line } = getBrandMark();
  return (
    <Box
      component="svg"
      viewBox="0 0 36 36"
      aria-hidden
      sx={{ width: size, height: size, flexShrink: 0, color: 'primary.main' }}
    >
      <rect width="36" height="36" rx="10" fill="currentColor" />
      <Box component="path" d={fill} sx={{ fill: (theme) => theme.palette.primary.contrastText }} />
      {line && <path d={line} fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />}
    </Box>
  );
}
