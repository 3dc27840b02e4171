import Box from '@mui/material/Box';

/** The portal's sign: a drop on the accent's ground. */
export function Mark({ size = 36 }: { size?: number }) {
  return (
    <Box
      component="svg"
      viewBox="0 0 36 36"
      aria-hidden
      sx={{ width: size, height: size, flexShrink: 0, color: 'primary.main' }}
    >
      <rect width="36" height="36" rx="10" fill="currentColor" />
      <Box
        component="path"
        d="M18 7.5c3.9 4.7 6.8 8.3 6.8 12a6.8 6.8 0 0 1-13.6 0c0-3.7 2.9-7.3 6.8-12Z"
        sx={{ fill: (theme) => theme.palette.primary.contrastText }}
      />
      <path
        d="M14.4 20.2a3.6 3.6 0 0 0 3 3.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    </Box>
  );
}
