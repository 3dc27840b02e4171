import Check from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { translate } from '../../i18n/provider.ts';
import { Mark } from '../../layout/Brand.tsx';

const points = ['visits', 'people', 'laboratories'] as const;
/** Rings that a falling drop leaves on still water: radius in px. */
const rings = [90, 170, 260, 360, 470, 590];

/** What the portal is for, beside the form where there is room. */
export function BrandPane() {
  return (
    <Box
      sx={{
        display: { xs: 'none', md: 'flex' },
        position: 'relative',
        overflow: 'hidden',
        flexDirection: 'column',
        justifyContent: 'space-between',
        gap: 6,
        p: { md: 5, lg: 7 },
        color: '#f2fbf9',
        background: 'linear-gradient(155deg, #0c6f68 0%, #085049 55%, #063b37 100%)',
      }}
    >
      <Rings />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, position: 'relative' }}>
        <Mark />
        <Typography variant="h2" component="p">
          {translate('app.name')}
        </Typography>
      </Box>
      <Box sx={{ position: 'relative', maxWidth: 440 }}>
        <Typography variant="h4" component="p" sx={{ mb: 3 }}>
          {translate('app.tagline')}
        </Typography>
        <Box component="ul" sx={{ display: 'grid', gap: 1.5, m: 0, p: 0, listStyle: 'none' }}>
          {points.map((point) => (
            <Typography key={point} component="li" sx={{ display: 'flex', gap: 1.5, color: '#d3ebe7' }}>
              <Check fontSize="small" sx={{ mt: '1px' }} />
              {translate(`signIn.points.${point}`)}
            </Typography>
          ))}
        </Box>
      </Box>
    </Box>
  );
}

function Rings() {
  return (
    <Box
      component="svg"
      viewBox="0 0 800 800"
      preserveAspectRatio="xMaxYMin slice"
      aria-hidden
      sx={{ position: 'absolute', inset: 0, width: 1, height: 1 }}
    >
      {rings.map((radius, index) => (
        <circle
          key={radius}
          cx="610"
          cy="270"
          r={radius}
          fill="none"
          stroke="#ffffff"
          strokeOpacity={0.17 - index * 0.024}
          strokeWidth="1.5"
        />
      ))}
      <path d="M610 208c24 30 42 52 42 75a42 42 0 0 1-84 0c0-23 18-45 42-75Z" fill="#ffffff" fillOpacity="0.14" />
    </Box>
  );
}
