import { Box } from '@mui/material';
import { renderSVG } from 'uqr';

/** Shows a text as a QR code, dark on light in both themes, as cameras need it. */
export function QrCode({ text, label }: { text: string; label: string }) {
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
