import { Box } from '@mui/material';
import { Link, type LinkProps } from 'react-router';

const coverStyle = {
  color: 'inherit',
  textDecoration: 'none',
  '&::after': { content: '""', position: 'absolute', inset: 0 },
} as const;

/** A link that covers its positioned parent: the whole card or line opens it. */
export const CoverLink = (props: LinkProps) => <Box component={Link} {...props} sx={coverStyle} />;
