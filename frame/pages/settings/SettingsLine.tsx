import { Box, Button, Chip, Typography } from '@mui/material';

interface SettingsLineProps {
  title: string;
  chip?: string | undefined;
  details: readonly (string | null | undefined)[];
  /** `name` is the accessible name. */
  button?: { label: string; name: string; disabled?: boolean; onClick: () => void } | undefined;
}

export const dividedListStyles = {
  ...{ listStyle: 'none', m: 0, p: 0 },
  ...{ '& > li': { py: 1.5 }, '& > li + li': { borderTop: 1, borderColor: 'divider' } },
} as const;

export type SettingsEntry = SettingsLineProps & { id: string };

/** The lines of a settings card. */
export const SettingsList = ({ entries = [] }: { entries: readonly SettingsEntry[] | undefined }) => (
  <Box component="ul" sx={dividedListStyles}>
    {entries.map(({ id, ...entry }) => (
      <SettingsLine key={id} {...entry} />
    ))}
  </Box>
);

/** An item with a button to remove it. The list sets its padding. */
export function SettingsLine({ title, chip, details, button }: SettingsLineProps) {
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
      <Box sx={{ minWidth: 0, flex: 1 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <Typography variant="subtitle1" component="p" sx={{ overflowWrap: 'anywhere' }}>
            {title}
          </Typography>
          {chip && <Chip size="small" color="primary" variant="outlined" label={chip} />}
        </Box>
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {details.filter(Boolean).join(' · ')}
        </Typography>
      </Box>
      {button && (
        <Button
          variant="outlined"
          size="small"
          disabled={button.disabled ?? false}
          onClick={button.onClick}
          aria-label={button.name}
          sx={{ flexShrink: 0 }}
        >
          {button.label}
        </Button>
      )}
    </Box>
  );
}
