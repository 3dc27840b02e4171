import { Box, Button, Typography } from '@mui/material';
import { Link } from 'react-router';
import { translate } from '../i18n/provider.ts';
import { AppLogo } from '../layout/AppLogo.tsx';
import { useTabTitle } from '../notify/tabTitle.ts';

/** Page for unknown addresses, and for pages that the role may not see. */
export default function NotFound() {
  useTabTitle(translate('notFound.tab'));
  return (
    <Box
      component="main"
      sx={{
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: 2,
        minHeight: '100dvh',
        p: 3,
        textAlign: 'center',
      }}
    >
      <AppLogo size={48} />
      <Typography variant="h4" component="h1">
        {translate('notFound.title')}
      </Typography>
      <Typography color="textSecondary">{translate('notFound.text')}</Typography>
      <Button component={Link} to="/" variant="contained">
        {translate('notFound.home')}
      </Button>
    </Box>
  );
}
