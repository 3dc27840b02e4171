import { Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Typography } from '@mui/material';
import { CopyButton, translate } from 'portal-frame/browser';
import { PortalTheme } from 'portal-frame/browser/plugins';

/** Shows recovery codes once. Closes only by its button. */
export default function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const text = codes.join('\n');
  const href = `data:text/plain;charset=utf-8,${encodeURIComponent(`${translate('app.name')}\n\n${text}\n`)}`;
  return (
    <PortalTheme>
      <Dialog open fullWidth maxWidth="xs" aria-labelledby="recovery-title">
        <DialogTitle id="recovery-title">{translate('secondFactor.recoveryTitle')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Typography color="textSecondary">{translate('secondFactor.recoveryText')}</Typography>
          <Box
            component="ul"
            sx={{
              display: 'grid',
              // Two columns on a phone too.
              gridTemplateColumns: 'repeat(auto-fill, minmax(7.25rem, 1fr))',
              gap: 1,
              m: 0,
              p: 1.5,
              listStyle: 'none',
              borderRadius: 2,
              bgcolor: 'primary.soft',
              fontFamily: 'monospace',
              fontSize: '0.8125rem',
              textAlign: 'center',
            }}
          >
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </Box>
          <Box sx={{ display: 'flex', gap: 1 }}>
            <CopyButton text={text} label={translate('secondFactor.copy')} />
            <Button variant="outlined" component="a" href={href} download="recovery-codes.txt">
              {translate('secondFactor.download')}
            </Button>
          </Box>
        </DialogContent>
        <DialogActions>
          <Button variant="contained" onClick={onSaved}>
            {translate('secondFactor.kept')}
          </Button>
        </DialogActions>
      </Dialog>
    </PortalTheme>
  );
}
