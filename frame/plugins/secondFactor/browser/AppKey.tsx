import { Box, Button, Typography, useMediaQuery } from '@mui/material';
import { CopyButton, translate } from 'portal-frame/browser';
import { PHONE_QUERY } from 'portal-frame/tokens';
import { renderSVG } from 'uqr';

/** Shows a TOTP secret as a QR code, or on a phone as a link to the authenticator app, and as text. */
export function AppKey({ uri, secret }: { uri: string; secret: string }) {
  const onPhone = useMediaQuery(PHONE_QUERY, { noSsr: true });
  const picture = <QrCode text={uri} label={translate('secondFactor.qr')} />;
  return (
    <>
      <Typography color="textSecondary">
        {translate(onPhone ? 'secondFactor.openHint' : 'secondFactor.scan')}
      </Typography>
      {onPhone ? (
        <Button variant="outlined" fullWidth component="a" href={uri}>
          {translate('secondFactor.openApp')}
        </Button>
      ) : (
        picture
      )}
      <Box sx={{ display: 'grid', gap: 1, p: 1.5, borderRadius: 2, bgcolor: 'primary.soft' }}>
        <Typography variant="body2">{translate('secondFactor.key')}</Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
          <Box
            component="code"
            sx={{
              display: 'grid',
              gridTemplateColumns: 'repeat(4, max-content)',
              columnGap: '1ch',
              fontSize: '0.9375rem',
            }}
          >
            {(secret.match(/.{1,4}/g) ?? []).map((part, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parts of one secret, which never changes
              <span key={place}>{part}</span>
            ))}
          </Box>
          <CopyButton text={secret} label={translate('secondFactor.copyKey')} size="small" />
        </Box>
      </Box>
      {onPhone && (
        <Box
          component="details"
          sx={{ '& > summary': { cursor: 'pointer', py: 1 }, '& > img': { display: 'block', m: 'auto' } }}
        >
          <summary>{translate('secondFactor.otherPhone')}</summary>
          {picture}
        </Box>
      )}
    </>
  );
}

/** Shows a text as a QR code, dark on light in both themes, as cameras need it. */
function QrCode({ text, label }: { text: string; label: string }) {
  const svg = renderSVG(text, { border: 2 });
  return (
    <Box
      component="img"
      alt={label}
      src={`data:image/svg+xml,${encodeURIComponent(svg)}`}
      sx={{ width: 208, height: 208, justifySelf: 'center', borderRadius: 2 }}
    />
  );
}
